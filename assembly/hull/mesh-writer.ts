// What merging left, written down: vertices in the order of the points, polygons, planes and neighbours.

import { Mesh } from "../shape/mesh";
import { cornerAt, Facet, facetAt, facetCount, loopAt } from "./facets";
import { bends, faceCount, faceVertex, hullFace, HullPoint, hullPoint, isExtreme, NONE, nextBend, nextEdge, normalLength } from "./hull-mesh";
import { flatX, flatY, flatZ, gridX, gridY, gridZ, pointCount } from "./quickhull";

export let vertexTotal: u32 = 0;
/** Corners of all polygons: twice the edges. */
export let cornerTotal: u32 = 0;
let neighbourTotal: u32 = 0;
let keepsExtremes: bool = false;

/**
 * Numbers the vertices in the order of the points, in their marks; other points get NONE. `exact`, after findBends(): the
 * extreme points that merging dropped from the faces are vertices too.
 */
export function numberVertices(exact: bool): void {
  keepsExtremes = exact;
  cornerTotal = 0;
  for (let f: u32 = 0; f < facetCount; f++) cornerTotal += facetAt(f).kept;
  neighbourTotal = keepsExtremes ? 0 : cornerTotal;
  vertexTotal = 0;
  for (let i: u32 = 0; i < pointCount; i++) {
    const extreme = keepsExtremes && isExtreme(i);
    if (cornerAt(i).degree == 0 && !extreme) {
      hullPoint(i).mark = NONE;
      continue;
    }
    hullPoint(i).mark = vertexTotal++;
    if (keepsExtremes) neighbourTotal += hullPoint(i).next;
  }
}

/** Of the arrays behind a Mesh, once the vertices have numbers. */
export function meshBytes(): u32 {
  return facetCount * 32 + ((facetCount + vertexTotal + cornerTotal + neighbourTotal + 2) << 2);
}

/** Fills the mesh, with its arrays from `at` on (8-aligned). Planes are relative to the point (x, y, z). */
export function writeMesh(mesh: Mesh, at: usize, x: f64, y: f64, z: f64): void {
  mesh.faceCount = facetCount;
  mesh.planes = at;
  mesh.faceOffsets = mesh.planes + facetCount * 32;
  mesh.faceVertices = mesh.faceOffsets + ((facetCount + 1) << 2);
  mesh.neighbourOffsets = mesh.faceVertices + (cornerTotal << 2);
  mesh.neighbours = mesh.neighbourOffsets + ((vertexTotal + 1) << 2);
  writeFaces(mesh, x, y, z);
  if (keepsExtremes) writeNeighboursAcrossBends(mesh);
  else writeNeighboursAlongFaces(mesh);
}

function writeFaces(mesh: Mesh, x: f64, y: f64, z: f64): void {
  let end: u32 = 0;
  for (let f: u32 = 0; f < facetCount; f++) {
    const facet = facetAt(f);
    store<u32>(mesh.faceOffsets + (f << 2), end);
    for (let i: u32 = 0; i < facet.length; i++) {
      const vertex = loopAt(facet.start + i);
      if (cornerAt(vertex).degree == 0) continue;
      store<u32>(mesh.faceVertices + (end << 2), hullPoint(vertex).mark);
      end++;
    }
    writePlane(mesh.planes + f * 32, facet, x, y, z);
  }
  store<u32>(mesh.faceOffsets + (facetCount << 2), end);
}

function writePlane(plane: usize, facet: Facet, x: f64, y: f64, z: f64): void {
  let nx = flatX, ny = flatY, nz = flatZ;
  let height: f64 = -Infinity;
  if (facet.seed != NONE) {
    const face = hullFace(facet.seed);
    const length = normalLength(face);
    nx = face.normalX / length; ny = face.normalY / length; nz = face.normalZ / length;
    height = heightOf(hullPoint(face.v0), nx, ny, nz, x, y, z);
  } else {
    // Of a flat cloud, thick by up to the tolerance.
    const side: f64 = facet.start == 0 ? 1 : -1;
    nx *= side; ny *= side; nz *= side;
    for (let i: u32 = 0; i < facet.length; i++) {
      height = max<f64>(height, heightOf(hullPoint(loopAt(facet.start + i)), nx, ny, nz, x, y, z));
    }
  }
  store<f64>(plane, nx);
  store<f64>(plane, ny, 8);
  store<f64>(plane, nz, 16);
  store<f64>(plane, height, 24);
}

@inline
function heightOf(p: HullPoint, nx: f64, ny: f64, nz: f64, x: f64, y: f64, z: f64): f64 {
  return nx * (gridX(p) - x) + ny * (gridY(p) - y) + nz * (gridZ(p) - z);
}

/** Each edge of a polygon runs both ways, once in each of its faces, so the edges that leave a vertex name all its neighbours. */
function writeNeighboursAlongFaces(mesh: Mesh): void {
  const degrees = mesh.neighbourOffsets;
  for (let i: u32 = 0; i < pointCount; i++) {
    if (hullPoint(i).mark != NONE) store<u32>(degrees + (hullPoint(i).mark << 2), cornerAt(i).degree);
  }
  startLists(degrees);
  for (let f: u32 = 0; f < mesh.faceCount; f++) {
    const start = mesh.faceVertices + (load<u32>(mesh.faceOffsets + (f << 2)) << 2);
    const end = mesh.faceVertices + (load<u32>(mesh.faceOffsets + (f << 2), 4) << 2);
    for (let at = start; at < end; at += 4) addNeighbour(mesh, load<u32>(at), load<u32>(at + 4 == end ? start : at + 4));
  }
  finishLists(degrees);
}

/**
 * The edges of the exact hull, whatever was merged: along them every vertex but the farthest one in a direction has a
 * neighbour that is farther. Points inside of an edge are passed over.
 */
function writeNeighboursAcrossBends(mesh: Mesh): void {
  const degrees = mesh.neighbourOffsets;
  for (let i: u32 = 0; i < pointCount; i++) {
    if (hullPoint(i).mark != NONE) store<u32>(degrees + (hullPoint(i).mark << 2), hullPoint(i).next);
  }
  startLists(degrees);
  for (let i: u32 = 0; i < faceCount; i++) {
    const face = hullFace(i);
    if (!face.alive) continue;
    for (let edge: u32 = 0; edge < 3; edge++) {
      let along = (i << 2) | edge;
      const from = hullPoint(faceVertex(face, edge)).mark;
      if (from == NONE || !bends(along)) continue;
      let to = endOf(along);
      while (to == NONE) {
        along = nextBend((along & ~3) | nextEdge(along & 3));
        to = endOf(along);
      }
      addNeighbour(mesh, from, to);
    }
  }
  finishLists(degrees);
}

@inline
function endOf(edge: u32): u32 {
  return hullPoint(faceVertex(hullFace(edge >> 2), nextEdge(edge & 3))).mark;
}

// Lists under way: the offset of each counts its next free place.

/** Lengths become starts. */
function startLists(offsets: usize): void {
  let total: u32 = 0;
  for (let v: u32 = 0; v < vertexTotal; v++) {
    const length = load<u32>(offsets + (v << 2));
    store<u32>(offsets + (v << 2), total);
    total += length;
  }
  store<u32>(offsets + (vertexTotal << 2), total);
}

@inline
function addNeighbour(mesh: Mesh, from: u32, to: u32): void {
  const cursor = mesh.neighbourOffsets + (from << 2);
  const place = load<u32>(cursor);
  store<u32>(mesh.neighbours + (place << 2), to);
  store<u32>(cursor, place + 1);
}

/** Ends become starts. */
function finishLists(offsets: usize): void {
  for (let v = vertexTotal; v > 0; v--) store<u32>(offsets + (v << 2), load<u32>(offsets + ((v - 1) << 2)));
  store<u32>(offsets, 0);
}

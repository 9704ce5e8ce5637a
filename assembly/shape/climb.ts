// The farthest vertex of a large hull by hill climbing over its edges (Gilbert and Foo 1990; van den Bergen 2003, 4.3.4).
//
// The edges are those of the exact hull on Quickhull's grid. On it the vertices above any height are connected, so a climb can
// only end in the highest one, but level edges hide which way is up. So every vertex that is connected to the top by vertices
// less below it than grid and rounding explain is looked at, as one plateau; where all edges out of it fall, it holds the
// highest vertex. What comes back is the vertex with the greatest dot product in f64, the lowest index on ties, whatever the start.

import { CLIMB_LEVEL } from "../tolerance";
import { Mesh } from "./mesh";
import { Shape } from "./shape";

const MAX_PLATEAU: u32 = 32;
const plateau: usize = memory.data(<i32>(MAX_PLATEAU << 2), 16);
let plateauCount: u32 = 0;

@inline
function heightAt(shape: Shape, vertex: u32, x: f64, y: f64, z: f64): f64 {
  const at = <usize>vertex << 2;
  return <f64>load<f32>(shape.xs + at) * x + <f64>load<f32>(shape.ys + at) * y + <f64>load<f32>(shape.zs + at) * z;
}

// ---------------------------------------------------------------- where to start

/** Cells along an edge of the cube of directions. */
const CELLS: u32 = 8;
/** A vertex for each cell of the cube: the farthest one in the direction of its middle. */
export const CLIMB_START_BYTES: u32 = 6 * CELLS * CELLS * 4;

/** Fills the starts behind the mesh of a hull that is to be climbed. */
export function prepareClimb(shape: Shape): void {
  const starts = changetype<Mesh>(shape.mesh).starts;
  let last: u32 = 0;
  for (let axis: u32 = 0; axis < 3; axis++) {
    for (let side: f64 = 1; side >= -1; side -= 2) {
      for (let i: u32 = 0; i < CELLS * CELLS; i++) {
        const u = (<f64>(i / CELLS) * 2 + 1) / <f64>CELLS - 1, v = (<f64>(i % CELLS) * 2 + 1) / <f64>CELLS - 1;
        const length = sqrt<f64>(1 + u * u + v * v);
        const a = side / length, b = u / length, c = v / length;
        const x = axis == 0 ? a : axis == 1 ? c : b, y = axis == 0 ? b : axis == 1 ? a : c, z = axis == 0 ? c : axis == 1 ? b : a;
        last = climb(shape, last, x, y, z);
        store<u32>(starts + (cellOf(x, y, z) << 2), last);
      }
    }
  }
}

/** The cell of the cube that a direction points to. */
function cellOf(x: f64, y: f64, z: f64): u32 {
  const ax = abs<f64>(x), ay = abs<f64>(y), az = abs<f64>(z);
  if (ax >= ay && ax >= az) return cellOfFace(0, x, ax, y, z);
  return ay >= az ? cellOfFace(1, y, ay, z, x) : cellOfFace(2, z, az, x, y);
}

@inline
function cellOfFace(axis: u32, along: f64, most: f64, u: f64, v: f64): u32 {
  const scale = most > 0 ? 0.4999 * <f64>CELLS / most : 0;
  const middle = 0.5 * <f64>CELLS;
  return ((axis * 2 + u32(along < 0)) * CELLS + <u32>(u * scale + middle)) * CELLS + <u32>(v * scale + middle);
}

// ---------------------------------------------------------------- the climb

/** `shape` has a mesh with starts; (x, y, z) is unit. `last`: a vertex that may be near, any number will do. */
export function climb(shape: Shape, last: u32, x: f64, y: f64, z: f64): u32 {
  const mesh = changetype<Mesh>(shape.mesh);
  const level = CLIMB_LEVEL * <f64>shape.coreRadius;
  let at = load<u32>(mesh.starts + (<usize>cellOf(x, y, z) << 2));
  if (last < shape.vertexCount && heightAt(shape, last, x, y, z) > heightAt(shape, at, x, y, z)) at = last;
  // A point inside of a face, which no edge meets.
  if (firstNeighbour(mesh, at) == firstNeighbour(mesh, at + 1)) return highestVertex(shape, x, y, z);
  while (true) {
    let height = heightAt(shape, at, x, y, z);
    let runnerUp: f64 = -Infinity;
    let next = firstNeighbour(mesh, at), end = firstNeighbour(mesh, at + 1);
    while (next < end) {
      const vertex = load<u32>(next);
      const other = heightAt(shape, vertex, x, y, z);
      next += 4;
      if (other > height + level) {
        at = vertex;
        height = other;
        runnerUp = -Infinity;
        next = firstNeighbour(mesh, at);
        end = firstNeighbour(mesh, at + 1);
      } else {
        runnerUp = max<f64>(runnerUp, other);
      }
    }
    if (runnerUp < height - level) return at;
    if (!searchPlateau(shape, mesh, at, level, x, y, z)) return highestVertex(shape, x, y, z);
    if (wayUp == NO_WAY) return highestOfPlateau;
    at = wayUp;
  }
}

@inline
function firstNeighbour(mesh: Mesh, vertex: u32): usize {
  return mesh.neighbours + (<usize>load<u32>(mesh.neighbourOffsets + (<usize>vertex << 2)) << 2);
}

const NO_WAY: u32 = 0xffff_ffff;
/** A vertex above the plateau, next to it. */
let wayUp: u32 = NO_WAY;
let highestOfPlateau: u32 = 0;

/** False when it is too large. Where there is a way up, the rest of it does not matter. */
function searchPlateau(shape: Shape, mesh: Mesh, start: u32, level: f64, x: f64, y: f64, z: f64): bool {
  store<u32>(plateau, start);
  plateauCount = 1;
  wayUp = NO_WAY;
  highestOfPlateau = start;
  let highest = heightAt(shape, start, x, y, z);
  for (let i: u32 = 0; i < plateauCount; i++) {
    const at = load<u32>(plateau + (<usize>i << 2));
    const end = firstNeighbour(mesh, at + 1);
    for (let next = firstNeighbour(mesh, at); next < end; next += 4) {
      const vertex = load<u32>(next);
      const height = heightAt(shape, vertex, x, y, z);
      // Above all of it, so that no climb comes back here.
      if (height > highest + level) {
        wayUp = vertex;
        return true;
      }
      if (height < highest - level || onPlateau(vertex)) continue;
      if (height > highest || (height == highest && vertex < highestOfPlateau)) {
        highest = height;
        highestOfPlateau = vertex;
      }
      if (plateauCount == MAX_PLATEAU) return false;
      store<u32>(plateau + (<usize>plateauCount << 2), vertex);
      plateauCount++;
    }
  }
  return true;
}

function onPlateau(vertex: u32): bool {
  for (let i: u32 = 0; i < plateauCount; i++) {
    if (load<u32>(plateau + (<usize>i << 2)) == vertex) return true;
  }
  return false;
}

function highestVertex(shape: Shape, x: f64, y: f64, z: f64): u32 {
  let best: u32 = 0;
  let highest: f64 = -Infinity;
  for (let i: u32 = 0; i < shape.vertexCount; i++) {
    const height = heightAt(shape, i, x, y, z);
    if (height > highest) {
      highest = height;
      best = i;
    }
  }
  return best;
}

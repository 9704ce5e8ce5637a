// The hull of points as a shape: its extreme points in the order given, exact, and the mesh of its faces.

import { mergeFaces } from "../hull/facets";
import { findBends, hullPoint, NONE } from "../hull/hull-mesh";
import { meshBytes, numberVertices, vertexTotal, writeMesh } from "../hull/mesh-writer";
import { closeHull, firstEnd, growHull, HULL_SOLID, lastEnd, makeFlat, openHull, pointCount } from "../hull/quickhull";
import { HULL_COPLANAR, HULL_NO_MEMORY, KIND_HULL } from "../layout";
import { CLIMB_VERTICES, HULL_SHAPE_SLACK } from "../tolerance";
import { CLIMB_START_BYTES, prepareClimb } from "./climb";
import { Mesh } from "./mesh";
import { register } from "./handle";
import { newVertices, Shape } from "./shape";

/** Rounded up, so that the planes behind it start on 8 bytes. */
const MESH_BYTES: u32 = (<u32>offsetof<Mesh>() + 7) & ~7;

/**
 * `points`: `count` points of 3 floats, which are overwritten. Points that are not extreme are dropped, by a test that is
 * exact on a grid of 2^-38 of half the extent: no face moves. Flat clouds have two faces, lines and points none.
 */
export function createHull(points: usize, count: u32, radius: f32): u32 {
  const pointer = openHull(count) ? hullOf(points, radius) : 0;
  closeHull();
  return pointer ? register(pointer) : 0;
}

function hullOf(points: usize, radius: f32): usize {
  const status = growHull(points, 0, 0);
  if (status == HULL_NO_MEMORY) return 0;
  const solid = status == HULL_SOLID;
  if (!solid && status != HULL_COPLANAR) return endsOf(points, radius);
  if (!(solid ? mergeFaces(pointCount, HULL_SHAPE_SLACK) : makeFlat())) return 0;
  if (solid) findBends(pointCount);
  numberVertices(solid);
  for (let i: u32 = 0; i < pointCount; i++) {
    const number = hullPoint(i).mark;
    if (number != NONE) memory.copy(points + number * 12, points + i * 12, 12);
  }
  const climbs = vertexTotal >= CLIMB_VERTICES;
  const pointer = newVertices(KIND_HULL, points, vertexTotal, radius, MESH_BYTES + meshBytes() + (climbs ? CLIMB_START_BYTES : 0));
  if (!pointer) return 0;
  const shape = changetype<Shape>(pointer);
  const mesh = changetype<Mesh>(shape.mesh);
  writeMesh(mesh, shape.mesh + MESH_BYTES, <f64>shape.centerX, <f64>shape.centerY, <f64>shape.centerZ);
  if (climbs) {
    mesh.starts = shape.mesh + MESH_BYTES + meshBytes();
    prepareClimb(shape);
  }
  return pointer;
}

/** The two ends of a line, or one point. */
function endsOf(points: usize, radius: f32): usize {
  memory.copy(points, points + firstEnd * 12, 12);
  if (firstEnd == lastEnd) return newVertices(KIND_HULL, points, 1, radius, 0);
  memory.copy(points + 12, points + lastEnd * 12, 12);
  return newVertices(KIND_HULL, points, 2, radius, 0);
}

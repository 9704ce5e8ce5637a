// The support feature of every kind of shape: the flat face that is most nearly across the normal among those that hold the
// witness, or the edge or vertex where there is none. Corners of a face that leans back drop out later, by their height.
//
// Of a rounded shape it is the flat part of the surface: the face of the core, moved out by the radius. A face that leans is
// beside the round part that touches, so its foremost edge takes its place.

import { KIND_BOX, KIND_CAPSULE, KIND_CONE, KIND_CYLINDER, KIND_PLANE, KIND_SPHERE, KIND_TRIANGLE } from "../layout";
import { Mesh } from "../shape/mesh";
import { Shape } from "../shape/shape";
import { FACE_SLACK } from "../tolerance";
import { Feature, Frame, MAX_CORNERS, put, setEdge, setFace, setForemostEdge } from "./feature";

/** Below this cosine a flat face is seen edge-on, and its foremost edge takes its place. */
const EDGE_ON: f64 = 0.1;
/** The same for rounded shapes: leaning by 2 degrees, a face loses 6e-4 of the radius against the round part. */
const EDGE_ON_ROUNDED: f64 = 0.9994;
/** A face must be more nearly across the normal by this much to be taken instead of one before it: ties stay ties. */
const LEVEL_TIE: f64 = 1e-5;
/** Sine under which a cap counts as level: the points on its rim then keep their places when the cap rocks. */
const LEVEL_SINE: f64 = 0.02;
/** Of the radius. The height beside the middle line is known, so this is how far off it two edges still run together. */
const ROUND_REACH: f64 = 0.25;
/** Of the radius of a cylinder: beside its side line by this much, the surface is lower by 2e-6 of the radius. */
const SIDE_REACH: f64 = 0.002;

/** Of the squared sides of a triangle: with a smaller area it has no direction that f32 vertices tell. */
const FLAT: f64 = 1e-7;

/** Numbers of the vertices on a round shape: on the rim from 0, then the two ends of its side line. */
const RIM_TOP: u32 = 32;
const SIDE_BOTTOM: u32 = 64;
const SIDE_TOP: u32 = 65;

/**
 * Fills `feature` with what `shape` shows along `side` times the normal: 1 for A, -1 for B. (x, y, height) is the witness on
 * the core. Rims get 4 << `rimBits` corners.
 */
export function supportFeature(
  shape: Shape, frame: Frame, side: f64, x: f64, y: f64, height: f64, rimBits: i32, feature: Feature,
): void {
  const kind = shape.kind;
  feature.radius = <f64>shape.radius;
  feature.reach = ROUND_REACH * <f64>shape.radius;
  feature.count = 0;
  feature.level = 0;
  feature.face = 0;
  if (kind == KIND_BOX) return boxFace(shape, frame, side, feature);
  if (kind == KIND_TRIANGLE) return triangleFace(shape, frame, side, feature);
  if (kind == KIND_CYLINDER || kind == KIND_CONE) return roundFeature(shape, frame, side, rimBits, feature);
  if (kind >= KIND_PLANE) {
    const offset = <f64>shape.offset;
    put(frame, feature, <f64>shape.x * offset, <f64>shape.y * offset, <f64>shape.z * offset, 0);
    setFace(frame, feature, side, <f64>shape.x, <f64>shape.y, <f64>shape.z);
    feature.count = 0;
  } else if (shape.mesh) {
    hullFace(shape, frame, side, x - frame.ox, y - frame.oy, height - frame.oh, feature);
  } else {
    // A point or a segment.
    const isHull = shape.vertexCount > 0;
    if (isHull) putVertex(shape, frame, feature, 0);
    else put(frame, feature, 0, <f64>shape.y, 0, 0);
    if (kind == KIND_SPHERE || (kind == KIND_CAPSULE && shape.y == 0) || shape.vertexCount == 1) return;
    if (isHull) putVertex(shape, frame, feature, 1);
    else put(frame, feature, 0, -<f64>shape.y, 0, 1);
    setEdge(feature, side);
  }
}

function putVertex(shape: Shape, frame: Frame, feature: Feature, index: u32): void {
  const at = <usize>index << 2;
  put(frame, feature, <f64>load<f32>(shape.xs + at), <f64>load<f32>(shape.ys + at), <f64>load<f32>(shape.zs + at), index);
}

/** A face of a core with the unit normal (x, y, z), or its edge where it is seen edge-on. */
function setFlat(frame: Frame, side: f64, x: f64, y: f64, z: f64, feature: Feature): void {
  const along = abs<f64>(frame.nx * x + frame.ny * y + frame.nz * z);
  if (along < (feature.radius > 0 ? EDGE_ON_ROUNDED : EDGE_ON)) setForemostEdge(feature, side);
  else setFace(frame, feature, side, x, y, z);
}

// ---------------------------------------------------------------- polyhedra

/** Coordinates of a point, then of a unit vector, by number. */
const coordinates: usize = memory.data(48, 16);

function boxFace(shape: Shape, frame: Frame, side: f64, feature: Feature): void {
  const ax = abs<f64>(frame.nx), ay = abs<f64>(frame.ny), az = abs<f64>(frame.nz);
  // Axis i is across the face, j and k span it.
  const i: usize = ax + LEVEL_TIE >= max<f64>(ay, az) ? 0 : ay + LEVEL_TIE >= az ? 1 : 2;
  const j: usize = i == 2 ? 0 : i + 1, k: usize = i == 0 ? 2 : i - 1;
  const halves = changetype<usize>(shape) + offsetof<Shape>("x");
  const along = side * load<f64>(changetype<usize>(frame) + (i << 3), offsetof<Frame>("nx"));
  const back = u32(along < 0);
  const halfI = <f64>load<f32>(halves + (i << 2)), halfJ = <f64>load<f32>(halves + (j << 2));
  let halfK = <f64>load<f32>(halves + (k << 2));
  const at = coordinates;
  store<f64>(at + (i << 3), back ? -halfI : halfI);
  // Counter-clockwise about the normal: the other way round where axis i is against it.
  const turned = u32((along < 0) != (side < 0));
  if (turned) halfK = -halfK;
  for (let corner: u32 = 0; corner < 4; corner++) {
    const lowJ = (corner ^ (corner >> 1)) & 1, lowK = corner >> 1;
    // Of a box without width the corners that coincide are one.
    if ((halfJ == 0 && lowJ) || (halfK == 0 && lowK)) continue;
    store<f64>(at + (j << 3), lowJ ? -halfJ : halfJ);
    store<f64>(at + (k << 3), lowK ? -halfK : halfK);
    put(frame, feature, load<f64>(at), load<f64>(at, 8), load<f64>(at, 16), (back << <u32>i) | (lowJ << <u32>j) | ((lowK ^ turned) << <u32>k));
  }
  feature.face = (<u32>i << 1) | back;
  if (feature.count == 2) return setEdge(feature, side);
  setFlat(frame, side, f64(i == 0), f64(i == 1), f64(i == 2), feature);
}

/** Two-sided. One that has no area is its witness alone. */
function triangleFace(shape: Shape, frame: Frame, side: f64, feature: Feature): void {
  const xs = shape.xs, ys = shape.ys, zs = shape.zs;
  const ax = <f64>load<f32>(xs), ay = <f64>load<f32>(ys), az = <f64>load<f32>(zs);
  const bx = <f64>load<f32>(xs, 4) - ax, by = <f64>load<f32>(ys, 4) - ay, bz = <f64>load<f32>(zs, 4) - az;
  const cx = <f64>load<f32>(xs, 8) - ax, cy = <f64>load<f32>(ys, 8) - ay, cz = <f64>load<f32>(zs, 8) - az;
  const x = by * cz - bz * cy, y = bz * cx - bx * cz, z = bx * cy - by * cx;
  const length = sqrt<f64>(x * x + y * y + z * z);
  const sides = (bx * bx + by * by + bz * bz) + (cx * cx + cy * cy + cz * cz);
  const behind = u32(frame.nx * x + frame.ny * y + frame.nz * z < 0);
  putVertex(shape, frame, feature, 0);
  if (!(length > FLAT * sides)) return;
  putVertex(shape, frame, feature, 1 + behind);
  putVertex(shape, frame, feature, 2 - behind);
  feature.face = behind ^ u32(side < 0);
  const scale = 1 / length;
  setFlat(frame, side, x * scale, y * scale, z * scale, feature);
}

/**
 * Of the faces through the witness the one most nearly across the normal; should there be none, the face nearest to it.
 * (x, y, height) is from the core's center.
 */
function hullFace(shape: Shape, frame: Frame, side: f64, x: f64, y: f64, height: f64, feature: Feature): void {
  const px = frame.ux * x + frame.vx * y + frame.nx * height;
  const py = frame.uy * x + frame.vy * y + frame.ny * height;
  const pz = frame.uz * x + frame.vz * y + frame.nz * height;
  const nx = side * frame.nx, ny = side * frame.ny, nz = side * frame.nz;
  const mesh = changetype<Mesh>(shape.mesh);
  const slack = -FACE_SLACK * (<f64>shape.coreRadius + <f64>shape.radius);
  let face: u32 = 0;
  let level: f64 = -Infinity, nearest: f64 = -Infinity;
  for (let f: u32 = 0, at = mesh.planes; f < mesh.faceCount; f++, at += 32) {
    const a = load<f64>(at), b = load<f64>(at, 8), c = load<f64>(at, 16);
    const above = a * px + b * py + c * pz - load<f64>(at, 24);
    if (above >= slack) {
      const along = a * nx + b * ny + c * nz;
      if (along > level + LEVEL_TIE) {
        level = along;
        face = f;
      }
    } else if (level == -Infinity && above > nearest) {
      nearest = above;
      face = f;
    }
  }

  const start = load<u32>(mesh.faceOffsets + (face << 2)), size = load<u32>(mesh.faceOffsets + (face << 2), 4) - start;
  const count = min<u32>(size, MAX_CORNERS);
  for (let i: u32 = 0; i < count; i++) {
    const turned = side > 0 ? i : count - 1 - i;
    putVertex(shape, frame, feature, load<u32>(mesh.faceVertices + ((start + <u32>(<u64>turned * size / count)) << 2)));
  }
  feature.face = face;
  const at = mesh.planes + face * 32;
  setFlat(frame, side, load<f64>(at), load<f64>(at, 8), load<f64>(at, 16), feature);
}

// ---------------------------------------------------------------- round shapes

/** The line on the side or the rim of a base, whichever is more nearly across the normal. */
function roundFeature(shape: Shape, frame: Frame, side: f64, rimBits: i32, feature: Feature): void {
  const nx = side * frame.nx, ny = side * frame.ny, nz = side * frame.nz;
  const radius = <f64>shape.x, half = <f64>shape.y;
  const across = sqrt<f64>(nx * nx + nz * nz);
  // The direction that the side line and the rim are seen from.
  const scale = across > 0 ? 1 / across : 0;
  const dx = across > 0 ? nx * scale : 1, dz = nz * scale;
  const isCone = shape.kind == KIND_CONE && half > 0;
  const slant = sqrt<f64>(radius * radius + 4 * half * half);
  const alongSide = isCone ? (2 * half * across + radius * ny) / slant : across;
  const alongBase = isCone ? -ny : abs<f64>(ny);
  if (alongBase < alongSide || radius == 0) {
    const top = isCone ? 0 : radius;
    put(frame, feature, radius * dx, -half, radius * dz, SIDE_BOTTOM);
    put(frame, feature, top * dx, half, top * dz, SIDE_TOP);
    feature.reach += SIDE_REACH * top;
    return setEdge(feature, side);
  }
  const up: f64 = ny > 0 ? 1 : -1;
  // A level cap has its points at fixed places, a tilted one from its deepest point on.
  const level = across <= LEVEL_SINE;
  const isVertex = feature.radius > 0 && alongBase < EDGE_ON_ROUNDED;
  let x = level ? radius : radius * dx, z = level ? 0 : radius * dz;
  const count = isVertex ? 1 : 4 << rimBits;
  // Counter-clockwise about the normal is from z to x about +Y.
  const c = rimBits == 1 ? COS_45 : COS_11, s = up * side * (rimBits == 1 ? COS_45 : SIN_11);
  const first = up > 0 ? RIM_TOP : 0;
  for (let i = 0; i < count; i++) {
    put(frame, feature, x, up * half, z, first + i);
    const turned = x * c + z * s;
    z = z * c - x * s;
    x = turned;
  }
  feature.face = u32(up > 0);
  setFace(frame, feature, side, 0, up, 0);
}
const COS_45: f64 = 0.7071067811865476;
const COS_11: f64 = 0.9807852804032304; // of a sixteenth of a half turn
const SIN_11: f64 = 0.19509032201612825;

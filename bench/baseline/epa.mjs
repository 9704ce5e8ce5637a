// EPA (van den Bergen 2001): the depth of two overlapping cores, in the frame of A.
// A polytope inside A - B that holds the origin grows at the face nearest to the origin until that face lies on the surface.
import { supportVertex } from "./gjk.mjs";
import { addScaled, cross, dot, length, negate, perpendicular, scale, sub, vec } from "./vec.mjs";

/** @typedef {import("./gjk.mjs").Vertex} Vertex */
/** @typedef {{ vertices: Vertex[], normal: object, distance: number, neighbours: Face[], alive: boolean }} Face
 *   neighbours[i] lies across the edge from vertices[i] to vertices[(i + 1) % 3] */

const MAX_ITERATIONS = 256;
/** Stop when a new vertex lies less than this part of the size beyond the face. */
const CONVERGED = 1e-7;
/** Squared, relative to the size: a smaller tetrahedron or triangle is flat. */
const FLAT = 1e-10;

/**
 * @param {Vertex[]} simplex  of gjk, 1 to 4 vertices, touching or holding the origin
 * @returns {{ depth: number, normal: object, pointA: object }}  the normal from A to B
 */
export function epa(A, B, place, simplex) {
  const start = blowUp(A, B, place, simplex);
  if (start.length < 4) return flat(start);
  let faces = tetrahedron(start);
  const size = Math.sqrt(Math.max(...start.map(({ w }) => dot(w, w))));
  let best = nearestFace(faces);
  for (let i = 0; i < MAX_ITERATIONS; i++) {
    const vertex = supportVertex(A, B, place, best.normal);
    if (dot(vertex.w, best.normal) - best.distance <= CONVERGED * size) break;
    const fan = expand(best, vertex);
    if (!fan) break;
    faces = faces.filter((face) => face.alive);
    faces.push(...fan);
    const next = nearestFace(faces);
    if (!next) break;
    best = next;
  }
  return { depth: best.distance, normal: best.normal, pointA: witness(best) };
}

function face(a, b, c) {
  const n = cross(sub(b.w, a.w), sub(c.w, a.w));
  const l = length(n);
  const normal = l > 0 ? scale(n, 1 / l) : vec(0, 0, 0);
  // A sliver has no normal to go by; it stays as a part of the surface but is never chosen.
  const distance = l > 0 ? dot(a.w, normal) : Number.POSITIVE_INFINITY;
  return { vertices: [a, b, c], normal, distance, neighbours: [], alive: true };
}

function tetrahedron([a, b, c, d]) {
  if (dot(cross(sub(b.w, a.w), sub(c.w, a.w)), sub(d.w, a.w)) > 0) [b, c] = [c, b];
  const abc = face(a, b, c);
  const adb = face(a, d, b);
  const bdc = face(b, d, c);
  const cda = face(c, d, a);
  abc.neighbours = [adb, bdc, cda];
  adb.neighbours = [cda, bdc, abc];
  bdc.neighbours = [adb, cda, abc];
  cda.neighbours = [bdc, adb, abc];
  return [abc, adb, bdc, cda];
}

function nearestFace(faces) {
  let best = null;
  for (const f of faces) if (!best || f.distance < best.distance) best = f;
  return best;
}

/** Removes all faces that see the vertex, beginning with one that does, and closes the hole. */
function expand(first, vertex) {
  /** @type {{ face: Face, edge: number }[]} */
  const horizon = [];
  first.alive = false;
  for (let edge = 0; edge < 3; edge++) findHorizon(first.neighbours[edge], first, vertex.w, horizon);
  if (horizon.length < 3) return null;
  const fan = horizon.map(({ face: outer, edge }) => {
    const f = face(outer.vertices[(edge + 1) % 3], outer.vertices[edge], vertex);
    f.neighbours[0] = outer;
    outer.neighbours[edge] = f;
    return f;
  });
  for (let i = 0; i < fan.length; i++) {
    const next = fan[(i + 1) % fan.length];
    if (fan[i].vertices[1] !== next.vertices[0]) return null; // the hole has no simple border: rounding
    fan[i].neighbours[1] = next;
    next.neighbours[2] = fan[i];
  }
  return fan;
}

function findHorizon(f, from, w, horizon) {
  if (!f.alive) return;
  const edge = f.neighbours.indexOf(from);
  if (dot(f.normal, sub(w, f.vertices[0].w)) <= 0) {
    horizon.push({ face: f, edge });
    return;
  }
  f.alive = false;
  findHorizon(f.neighbours[(edge + 1) % 3], f, w, horizon);
  findHorizon(f.neighbours[(edge + 2) % 3], f, w, horizon);
}

/** The simplex with vertices added until it has a volume; fewer than 4 when A - B is flat. */
function blowUp(A, B, place, simplex) {
  const s = [...simplex];
  const at = (d) => supportVertex(A, B, place, d);
  if (s.length === 4 && volume(s) === 0) s.pop();
  if (s.length === 1) {
    const axes = [vec(1, 0, 0), vec(0, 1, 0), vec(0, 0, 1)];
    s.push(farthest([...axes, ...axes.map(negate)].map(at), ({ w }) => length(sub(w, s[0].w))));
  }
  if (s.length === 2) {
    const e = sub(s[1].w, s[0].w);
    const u = perpendicular(e);
    const l = length(e);
    const t = l > 0 ? scale(cross(e, u), 1 / l) : vec(0, 1, 0);
    const around = [0, 1, 2, 3, 4, 5].map((i) =>
      addScaled(scale(u, Math.cos((i * Math.PI) / 3)), t, Math.sin((i * Math.PI) / 3)),
    );
    s.push(farthest(around.map(at), ({ w }) => length(cross(e, sub(w, s[0].w)))));
  }
  if (s.length === 3) {
    const n = cross(sub(s[1].w, s[0].w), sub(s[2].w, s[0].w));
    if (dot(n, n) > 0) s.push(farthest([at(n), at(negate(n))], (v) => volume([...s, v])));
  }
  const size = Math.max(...s.map(({ w }) => length(sub(w, s[0].w))));
  if (s.length === 4 && volume(s) <= FLAT * size ** 3) s.pop();
  return s;
}

const volume = ([a, b, c, d]) => Math.abs(dot(cross(sub(b.w, a.w), sub(c.w, a.w)), sub(d.w, a.w)));

function farthest(vertices, measure) {
  return vertices.reduce((best, v) => (measure(v) > measure(best) ? v : best));
}

/** A flat difference that holds the origin has depth 0 along its normal. */
function flat(simplex) {
  const f = face(simplex[0], simplex[1], simplex[2]);
  if (f.distance !== Number.POSITIVE_INFINITY) return { depth: 0, normal: f.normal, pointA: witness(f) };
  return { depth: 0, normal: perpendicular(sub(simplex[1].w, simplex[0].w)), pointA: simplex[0].a };
}

/** The point of A at the projection of the origin on the face. */
function witness({ vertices: [a, b, c], normal, distance }) {
  const p = scale(normal, distance);
  const areaA = dot(cross(sub(b.w, p), sub(c.w, p)), normal);
  const areaB = dot(cross(sub(c.w, p), sub(a.w, p)), normal);
  const areaC = dot(cross(sub(a.w, p), sub(b.w, p)), normal);
  const sum = areaA + areaB + areaC;
  return addScaled(addScaled(scale(a.a, areaA / sum), b.a, areaB / sum), c.a, areaC / sum);
}

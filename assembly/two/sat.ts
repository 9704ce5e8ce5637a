// Two convex cores by the separating axis test on all edge normals, in f64 and in the frame of A. As the normals of one ring turn
// counter-clockwise, so does the vertex of the other that is deepest against them (rotating calipers, Toussaint 1983): edges and
// vertices are passed once, whatever their number.

import { cos, sin, tx, ty } from "./pose";
import { EDGE_BYTES, Edge, Shape2D, vertexAfter } from "./shape";

/** The largest separation along a normal: minus the depth, or a lower bound of the distance. */
export let separation: f64 = 0;
/** The edge it belongs to, and the deepest vertex of the other core. */
export let satEdge: usize = 0;
export let satVertex: usize = 0;
/** Whether the edge is B's. */
export let satByB: bool = false;

/** False when an axis separates the cores by more than `limit`: then that axis is the one left. A's edges win ties. */
export function separate(a: Shape2D, b: Shape2D, limit: f64): bool {
  separation = -Infinity;
  satByB = false;
  if (!passEdges(a, b, cos, sin, tx, ty, limit)) return false;
  const separationA = separation;
  // The inverse pose: A in the frame of B.
  const within = passEdges(b, a, cos, -sin, -(cos * tx + sin * ty), sin * tx - cos * ty, limit);
  satByB = separation > separationA;
  return within;
}

/** The edges of P against the vertices of Q, whose frame is turned by (c, s) and moved by (x, y) in that of P. */
function passEdges(p: Shape2D, q: Shape2D, c: f64, s: f64, x: f64, y: f64, limit: f64): bool {
  const end = p.edges + <usize>p.edgeCount * EDGE_BYTES, count = q.vertexCount;
  let vertex = q.edges, next = vertexAfter(q, vertex), first = true;
  for (let at = p.edges; at < end; at += EDGE_BYTES) {
    const edge = changetype<Edge>(at);
    const nx = edge.normalX, ny = edge.normalY;
    // Against the normal, in the frame of Q.
    const dx = -(c * nx + s * ny), dy = s * nx - c * ny;
    let height = dx * changetype<Edge>(vertex).x + dy * changetype<Edge>(vertex).y;
    if (first) {
      first = false;
      let other = vertex;
      for (let i: u32 = 1; i < count; i++) {
        other = vertexAfter(q, other);
        const value = dx * changetype<Edge>(other).x + dy * changetype<Edge>(other).y;
        if (value > height) {
          height = value;
          vertex = other;
        }
      }
      next = vertexAfter(q, vertex);
    } else {
      for (let i: u32 = 1; i < count; i++) {
        const value = dx * changetype<Edge>(next).x + dy * changetype<Edge>(next).y;
        if (value <= height) break;
        height = value;
        vertex = next;
        next = vertexAfter(q, next);
      }
    }
    const value = nx * (x - edge.x) + ny * (y - edge.y) - height;
    if (value > separation) {
      separation = value;
      satEdge = at;
      satVertex = vertex;
      if (value > limit) return false;
    }
  }
  return true;
}

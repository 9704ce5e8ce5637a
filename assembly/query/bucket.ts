// Which kernel answers a bucket: fixed-size pairs in lanes, everything else row by row on the general path.

import {
  DISTANCE, FALLBACK, LANE_BLOCK, NX, NY, NZ, PX, PY, PZ, SEPARATED, gather, gatherPlanes, gatherSpheres,
} from "../analytic/lane-block";
import { collideCapsuleBox } from "../analytic/capsule-box";
import { collideCapsuleCapsule } from "../analytic/capsule-capsule";
import { collideBoxPlane, collideCapsulePlane, collideSpherePlane } from "../analytic/plane";
import { collideSphereBox } from "../analytic/sphere-box";
import { collideSphereCapsule } from "../analytic/sphere-capsule";
import { collideSphereSphere } from "../analytic/sphere-sphere";
import { KIND_BOX, KIND_CAPSULE, KIND_COUNT, KIND_HALF_SPACE, KIND_PLANE, KIND_SPHERE, STATUS_BEYOND, STATUS_OK } from "../layout";
import { LANES } from "../math/lane";
import { collideBoxBox } from "../sat/box-box";
import { collideBoxBoxExact } from "../sat/box-box-exact";
import { kindOfRank } from "../shape/handle";
import { Shape } from "../shape/shape";
import { answerGeneral } from "./general";
import { Row, maxDistance, writeAnswer, writeNoAnswer } from "./row";
import { scatterNeighbours } from "./scatter";

const SPHERE_SPHERE: u32 = KIND_SPHERE * KIND_COUNT + KIND_SPHERE;
const SPHERE_CAPSULE: u32 = KIND_SPHERE * KIND_COUNT + KIND_CAPSULE;
const SPHERE_BOX: u32 = KIND_SPHERE * KIND_COUNT + KIND_BOX;
const SPHERE_PLANE: u32 = KIND_SPHERE * KIND_COUNT + KIND_PLANE;
const SPHERE_HALF_SPACE: u32 = KIND_SPHERE * KIND_COUNT + KIND_HALF_SPACE;
const CAPSULE_CAPSULE: u32 = KIND_CAPSULE * KIND_COUNT + KIND_CAPSULE;
const CAPSULE_BOX: u32 = KIND_CAPSULE * KIND_COUNT + KIND_BOX;
const CAPSULE_PLANE: u32 = KIND_CAPSULE * KIND_COUNT + KIND_PLANE;
const CAPSULE_HALF_SPACE: u32 = KIND_CAPSULE * KIND_COUNT + KIND_HALF_SPACE;
const BOX_BOX: u32 = KIND_BOX * KIND_COUNT + KIND_BOX;
const BOX_PLANE: u32 = KIND_BOX * KIND_COUNT + KIND_PLANE;
const BOX_HALF_SPACE: u32 = KIND_BOX * KIND_COUNT + KIND_HALF_SPACE;

/** The bucket of a row in canonical order. */
@inline
export function bucketOf(row: Row): u32 {
  return kindOfRank(changetype<Shape>(row.shapeA).rank) * KIND_COUNT + kindOfRank(changetype<Shape>(row.shapeB).rank);
}

/** `rows`: `count` addresses of rows of one bucket. */
export function answerBucket(bucket: u32, rows: usize, count: u32): void {
  switch (bucket) {
    case SPHERE_SPHERE:
    case SPHERE_CAPSULE:
    case SPHERE_BOX:
    case SPHERE_PLANE:
    case SPHERE_HALF_SPACE:
    case CAPSULE_CAPSULE:
    case CAPSULE_BOX:
    case CAPSULE_PLANE:
    case CAPSULE_HALF_SPACE:
    case BOX_BOX:
    case BOX_PLANE:
    case BOX_HALF_SPACE:
      if (ASC_FEATURE_SIMD) answerInLanes<v128>(bucket, rows, count);
      else answerInLanes<f32>(bucket, rows, count);
      break;
    default:
      for (let i: u32 = 0; i < count; i++) answerGeneral(rowAt(rows, i), -Infinity);
  }
}

@inline
function rowAt(rows: usize, index: u32): Row {
  return changetype<Row>(<usize>load<u32>(rows + (<usize>index << 2)));
}

/** The last rows of a bucket, the missing lanes repeating the last one. */
const tail: usize = memory.data(16, 16);

/** Rows that the lanes leave open are put back at the front of `rows`, over rows that are done, and answered last. */
function answerInLanes<T>(bucket: u32, rows: usize, count: u32): void {
  let open: u32 = 0;
  for (let i: u32 = 0; i < count; i += LANES) {
    let group = rows + (<usize>i << 2);
    const used = min<u32>(count - i, LANES);
    if (used < <u32>LANES) {
      for (let lane: u32 = 0; lane < <u32>LANES; lane++) {
        store<u32>(tail + (<usize>lane << 2), load<u32>(group + (<usize>min<u32>(lane, used - 1) << 2)));
      }
      group = tail;
    }
    collide<T>(bucket, group);
    if (isVector<T>() && used == <u32>LANES && scatterNeighbours(group, bucket == BOX_BOX)) continue;
    for (let lane: u32 = 0; lane < used; lane++) {
      const row = rowAt(group, lane);
      if (laneBits<T>(FALLBACK, lane)) {
        store<u32>(rows + (<usize>open << 2), <u32>changetype<usize>(row));
        open++;
      } else {
        answerLane<T>(bucket, row, lane);
      }
    }
  }
  for (let i: u32 = 0; i < open; i++) answerPrecisely(bucket, rows, i);
}

/** Each way to gather stands here once: inlined for every bucket they would be a tenth of the module. */
function collide<T>(bucket: u32, group: usize): void {
  if (bucket == SPHERE_SPHERE) {
    gatherSpheres<T>(group);
    return collideSphereSphere<T>();
  }
  const kindB = bucket % KIND_COUNT;
  if (kindB == KIND_PLANE || kindB == KIND_HALF_SPACE) {
    const solid = kindB == KIND_HALF_SPACE;
    gatherPlanes<T>(group);
    switch (bucket / KIND_COUNT) {
      case KIND_SPHERE: return collideSpherePlane<T>(solid);
      case KIND_CAPSULE: return collideCapsulePlane<T>(solid);
      default: return collideBoxPlane<T>(solid);
    }
  }
  gather<T>(group);
  switch (bucket) {
    case SPHERE_CAPSULE: return collideSphereCapsule<T>();
    case SPHERE_BOX: return collideSphereBox<T>();
    case CAPSULE_CAPSULE: return collideCapsuleCapsule<T>();
    case CAPSULE_BOX: return collideCapsuleBox<T>();
    default: return collideBoxBox<T>(maxDistance);
  }
}

@inline
function answerLane<T>(bucket: u32, row: Row, lane: u32): void {
  const distance = laneFloat<T>(DISTANCE, lane);
  if (bucket == BOX_BOX && laneBits<T>(SEPARATED, lane)) return answerSeparatedBoxes(row, distance);
  if (distance > maxDistance) return writeNoAnswer(row, STATUS_BEYOND, false, 0);
  writeAnswer(
    row, STATUS_OK, 0, distance, laneFloat<T>(NX, lane), laneFloat<T>(NY, lane), laneFloat<T>(NZ, lane),
    laneFloat<T>(PX, lane), laneFloat<T>(PY, lane), laneFloat<T>(PZ, lane),
  );
}

/** The cores are at least `bound` > 0 apart: enough for a limit, not for a distance. */
function answerSeparatedBoxes(row: Row, bound: f32): void {
  // The verdict rests on the axis: the general path must not come out below it.
  const atLeast = bound - (changetype<Shape>(row.shapeA).radius + changetype<Shape>(row.shapeB).radius);
  if (atLeast > maxDistance) writeNoAnswer(row, STATUS_BEYOND, false, 0);
  else answerGeneral(row, atLeast);
}

/** A row that f32 cannot be trusted with. Uses the lane block. */
function answerPrecisely(bucket: u32, rows: usize, index: u32): void {
  const row = rowAt(rows, index);
  if (bucket != BOX_BOX) return answerGeneral(row, -Infinity);
  gather<f64>(rows + (<usize>index << 2));
  collideBoxBoxExact();
  answerLane<f64>(bucket, row, 0);
}

@inline
function laneFloat<T>(slot: i32, lane: u32): f32 {
  if (isFloat<T>() && sizeof<T>() == 8) return <f32>load<f64>(LANE_BLOCK + <usize>slot * sizeof<T>());
  return load<f32>(LANE_BLOCK + <usize>slot * sizeof<T>() + (<usize>lane << 2));
}

/** The low word tells: a set mask has its lowest bit set in every lane type. */
@inline
function laneBits<T>(slot: i32, lane: u32): u32 {
  return load<u32>(LANE_BLOCK + <usize>slot * sizeof<T>() + (<usize>lane << 2));
}

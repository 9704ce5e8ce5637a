// Which kernel answers a bucket: fixed-size pairs in lanes, everything else row by row on the general path.

import { Row } from "./row";
import { answerGeneral } from "./general";

/** `rows`: `count` addresses of rows of one pair of kinds. */
export function answerBucket(bucket: u32, rows: usize, count: u32): void {
  for (let i: u32 = 0; i < count; i++) answerGeneral(changetype<Row>(<usize>load<u32>(rows + (<usize>i << 2))), -Infinity);
}

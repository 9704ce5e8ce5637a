// The boundary of the module of response, which has no memory of its own: everything is in that of the instance. Re-exports only.

export { separateRows } from "./separate";
export { bounceRows } from "./bounce";
export { collideRows, collisionBytes } from "./collide";
export { stepBytes, stepRows } from "./solver";

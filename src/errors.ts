/** Why points have no hull with a volume. */
export type HullErrorCode = "TOO_FEW_POINTS" | "ALL_EQUAL" | "COLLINEAR" | "COPLANAR";

/** Why an outline is not the polygon that was asked for. */
export type PolygonErrorCode = "NOT_CONVEX" | "SELF_INTERSECTING";

/** What went wrong, for programs. The message says the same to people. */
export type ErrorCode =
  | "INVALID_TYPE"
  | "INVALID_LENGTH"
  | "INVALID_NUMBER"
  | "OUT_OF_RANGE"
  | "ZERO_QUATERNION"
  | "ZERO_NORMAL"
  | "ZERO_ROTATION"
  | "REMOVED_SHAPE"
  | "DISPOSED"
  | "FOREIGN"
  | "OUT_OF_MEMORY"
  | HullErrorCode
  | PolygonErrorCode
  | "BACKEND";

/** Every error that this library throws. It is thrown before memory is touched, and the instance stays usable. */
export class NarrowphaseError extends Error {
  readonly code: ErrorCode;

  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "NarrowphaseError";
    this.code = code;
  }
}

/** An argument is not what the function takes. The message names it, what came and what was expected. */
export class ArgumentError extends NarrowphaseError {
  /** The argument by its name in the documentation, with the path inside it: `poseA.position.x`. */
  readonly argument: string;

  constructor(code: ErrorCode, argument: string, expected: string, received: unknown) {
    super(code, `${argument} must be ${expected}, got ${describe(received)}`);
    this.argument = argument;
    this.name = "ArgumentError";
  }
}

/** The points have no convex hull with a volume; `code` says why. */
export class HullError extends NarrowphaseError {
  declare readonly code: HullErrorCode;

  constructor(code: HullErrorCode, message: string) {
    super(code, message);
    this.name = "HullError";
  }
}

/** The outline is not a convex or a simple polygon; `code` says which. */
export class PolygonError extends NarrowphaseError {
  declare readonly code: PolygonErrorCode;

  constructor(code: PolygonErrorCode, message: string) {
    super(code, message);
    this.name = "PolygonError";
  }
}

/** The memory cannot grow, or the shape table is full. Everything made before stays usable. */
export class OutOfMemoryError extends NarrowphaseError {
  constructor(what: string) {
    super("OUT_OF_MEMORY", `out of memory: no room for ${what}`);
    this.name = "OutOfMemoryError";
  }
}

/** No backend can run here, or the module that was handed in is not one of this version of the library. */
export class BackendError extends NarrowphaseError {
  constructor(message: string, cause?: unknown) {
    super("BACKEND", message, cause === undefined ? undefined : { cause });
    this.name = "BackendError";
  }
}

function describe(value: unknown): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "symbol") return "a symbol";
  if (typeof value === "function") return `a function${value.name && ` ${value.name}`}`;
  if (typeof value !== "object" || value === null) return String(value);
  const name = Object.getPrototypeOf(value)?.constructor?.name ?? "object";
  const length = (value as { length?: unknown }).length;
  return typeof length === "number" ? `${name} of length ${length}` : name;
}

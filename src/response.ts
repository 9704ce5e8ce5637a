export { ArgumentError, BackendError, type ErrorCode, NarrowphaseError, OutOfMemoryError } from "./errors.js";
export type { DynamicBody, Dynamics } from "./response/dynamics.js";
export * from "./response/inertia.js";
export { loadResponse, loadResponseSync } from "./response/load.js";
export type { BounceOptions, CollideOptions, ContactResponse, SeparateOptions } from "./response/response.js";
export type { Contacts } from "./response/scene.js";
export type { Solver, SolverCapacity, StepOptions } from "./response/solver.js";

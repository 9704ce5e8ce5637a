export { type LoadOptions, type LoadSyncOptions, load, loadSync } from "./load.js";
export * from "./names.js";

export { type LoadOptions, type LoadSyncOptions, load, loadSync } from "./two/load.js";
export * from "./two/names.js";

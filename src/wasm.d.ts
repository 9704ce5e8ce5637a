// What scripts/build.mjs puts in place of the modules: a .wasm file as base64 text, and the wasm2js module as a factory.

declare module "*.wasm" {
  const base64: string;
  export default base64;
}

declare module "*/js.mjs" {
  const factory: import("./instantiate.js").KernelFactory;
  export default factory;
}

// What scripts/build.mjs puts in place of the modules: a .wasm file as text for `decode`, and the wasm2js module as a factory.

declare module "*.wasm" {
  const text: string;
  export default text;
}

declare module "*/js.mjs" {
  const factory: import("./instantiate.js").KernelFactory;
  export default factory;
}

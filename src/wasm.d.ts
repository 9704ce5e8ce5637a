// What scripts/build.mjs puts in place of the modules: a .wasm file as text for `decode`, and the wasm2js module as a factory.

declare module "*.wasm" {
  const text: string;
  export default text;
}

declare module "*/js.mjs" {
  const factory: import("./instantiate.js").KernelFactory<import("./instantiate.js").Kernel>;
  export default factory;
}

declare module "*/js-2d.mjs" {
  const factory: import("./instantiate.js").KernelFactory<import("./two/kernel.js").Kernel2D>;
  export default factory;
}

declare module "*/response-js.mjs" {
  const factory: import("./response/kernel.js").ResponseFactory;
  export default factory;
}

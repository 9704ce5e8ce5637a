// What the browser check calls. The library comes straight from dist/, without a bundler.

import { answers } from "/answers.mjs";
import * as external from "/dist/external.js";
import { load } from "/dist/index.js";

const wasm = new URL("/dist/simd.wasm", location.href);

const calls = {
  /** The backend that `load()` chooses by itself. */
  chosen: async () => (await load()).backend,
  onPage: async (backend) => answers(load, backend, await (await fetch("/scenes.json")).json()),
  inWorker: (backend) => worker({ backend }),
  externalUrl: async () => (await external.load(wasm)).backend,
  externalResponse: async () => (await external.load(fetch(wasm))).backend,
  externalBytes: async () => external.loadSync(await (await fetch(wasm)).arrayBuffer()).backend,
  /** Compiled once here, instantiated without waiting in the worker. */
  externalModule: async () => worker({ module: await WebAssembly.compileStreaming(fetch(wasm)) }),
};

function worker(message) {
  return new Promise((resolve, reject) => {
    const thread = new Worker("/worker.mjs", { type: "module" });
    thread.onmessage = ({ data }) => (data.error ? reject(new Error(data.error)) : resolve(data.answer));
    thread.onerror = (event) => reject(new Error(event.message || "the worker did not start"));
    thread.postMessage(message);
  });
}

globalThis.call = (name, ...args) => calls[name](...args);

import { answers } from "/answers.mjs";
import { loadSync } from "/dist/external.js";
import { load } from "/dist/index.js";

self.onmessage = async ({ data: { backend, module } }) => {
  try {
    const answer = module
      ? loadSync(module).backend
      : await answers(load, backend, await (await fetch("/scenes.json")).json());
    postMessage({ answer });
  } catch (error) {
    postMessage({ error: String(error.stack) });
  }
};

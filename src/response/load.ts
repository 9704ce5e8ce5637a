// From an instance to what responds to its contacts.

import { checkObject } from "../check.js";
import type { Narrowphase } from "../narrowphase.js";
import type { Narrowphase as PlanarNarrowphase } from "../two/narrowphase.js";
import { loadKernels, loadKernelsSync } from "./kernel.js";
import { ContactResponse } from "./response.js";
import type { Memory } from "./scene.js";

/** Makes the response of an instance, on the same backend. Throws a `BackendError` if it does not run here. */
export async function loadResponse(np: Narrowphase | PlanarNarrowphase): Promise<ContactResponse> {
  const memory = memoryOf(np);
  return new ContactResponse(memory, await loadKernels(memory.kernel));
}

/** The same without waiting, for the backends of WebAssembly. */
export function loadResponseSync(np: Narrowphase | PlanarNarrowphase): ContactResponse {
  const memory = memoryOf(np);
  return new ContactResponse(memory, loadKernelsSync(memory.kernel));
}

function memoryOf(np: Narrowphase | PlanarNarrowphase): Memory {
  checkObject(np, "np", "an instance, made by load()");
  checkObject(np.memory, "np", "an instance, made by load()");
  return np.memory;
}

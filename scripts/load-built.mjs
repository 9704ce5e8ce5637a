// The built library, as an outsider would load it.

import { existsSync } from "node:fs";

/** Loads `backend`, or the best that runs here. */
export function loadBuilt(backend) {
  return loadEntry("index.js", backend);
}

/** The same for shapes of the plane. */
export function loadBuilt2D(backend) {
  return loadEntry("2d.js", backend);
}

async function loadEntry(name, backend) {
  const entry = new URL(`../dist/${name}`, import.meta.url);
  if (!existsSync(entry)) throw new Error("dist/ is missing: run `npm run build` first");
  const { load } = await import(entry.href);
  return load(backend === undefined ? {} : { backend });
}

/** Runs a command line: what goes wrong becomes one line and exit code 2. */
export async function main(cli) {
  cli.help();
  try {
    cli.parse(process.argv, { run: false });
    await cli.runMatchedCommand();
  } catch (error) {
    console.error(`error: ${error.message}`);
    process.exitCode = 2;
  }
}

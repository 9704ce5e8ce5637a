import { defineConfig } from "vitest/config";

export default defineConfig({
  test: { include: ["test/**/*.test.*"], globalSetup: "test/helpers/build.mjs", testTimeout: 120_000 },
});

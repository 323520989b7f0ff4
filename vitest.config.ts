import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  resolve: {
    alias: [{ find: /^@\//, replacement: fileURLToPath(new URL("./", import.meta.url)) }],
  },
  test: {
    include: ["**/*.test.{ts,tsx}"],
    exclude: [
      ...configDefaults.exclude,
      "**/.next/**",
      "**/.stipend/**",
      "e2e/**",
      "contracts/lib/**",
    ],
    globalSetup: ["lib/testing/global-setup.ts"],
    pool: "forks",
    maxWorkers: 2,
    env: { TZ: "UTC" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    unstubEnvs: true,
  },
});

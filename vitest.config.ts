import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

const TESTS = "**/*.test.{ts,tsx}";
/** Starts whole demos, for which it builds the app. */
const DEMO_TESTS = "scripts/demo/lifecycle.test.ts";
/** The API as handlers in this process; the API as a server that runs: each has tests that the other cannot run. */
const IN_PROCESS_TESTS = "testing/api/in-process/**";
const SERVER_TESTS = "testing/api/server/**";

const EXCLUDED = [
  ...configDefaults.exclude,
  "**/.next/**",
  "**/.stipend/**",
  "e2e/**",
  "contracts/lib/**",
];

const unit = {
  extends: true as const,
  test: {
    name: "unit",
    include: [TESTS],
    exclude: [...EXCLUDED, DEMO_TESTS, SERVER_TESTS],
    globalSetup: ["testing/global-setup.ts"],
  },
};

const demo = { extends: true as const, test: { name: "demo", include: [DEMO_TESTS] } };

/** What runs against the server that `API_TARGET` describes. */
const server = {
  extends: true as const,
  test: {
    name: "server",
    include: [`testing/api/${TESTS}`],
    exclude: [...EXCLUDED, IN_PROCESS_TESTS],
  },
};

export default defineConfig({
  resolve: {
    alias: [{ find: /^@\//, replacement: fileURLToPath(new URL("./", import.meta.url)) }],
  },
  test: {
    projects: process.env.API_TARGET ? [server] : [unit, demo],
    reporters: ["default", "./testing/run-reporter.ts"],
    // A second, the default of what is polled, is not enough on a machine with other work.
    expect: { requireAssertions: true, poll: { timeout: 10_000 } },
    pool: "forks",
    // As in the browser: what passes at the second time only is listed.
    retry: process.env.CI ? 1 : 0,
    // One more than CI has cores: a file in two waits for a block, a process or a lease.
    maxWorkers: 3,
    env: { TZ: "UTC" },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
    unstubEnvs: true,
  },
});

import { expect, test } from "vitest";
import { parseDemoOptions } from "./demo-options";

test("flags win over the environment, and what neither names is left open", () => {
  const env = { PORT: "4000", DEMO_PG_PORT: "4001", DATABASE_URL: "" };
  const options = parseDemoOptions(["--port", "5000", "--reset", "--finality-depth", "8"], env);
  expect(options).toMatchObject({ port: 5000, pgPort: 4001, reset: true, finalityDepth: 8 });
  expect(options.chainPort).toBeUndefined();
  expect(options.databaseUrl).toBeUndefined();
});

test.each([
  [["--port", "80000"], {}, "--port (PORT) must be 0 to 65535"],
  [["--sink-port", "abc"], {}, "--sink-port (DEMO_SINK_PORT) must be a number"],
  [[], { DEMO_FINALITY_DEPTH: "0" }, "--finality-depth (DEMO_FINALITY_DEPTH) must be 1 to 1000"],
  [[], { DATABASE_URL: "mysql://x" }, "DATABASE_URL must be a postgres:// URL"],
  [[], { DATABASE_URL: "postgres://u:a/b@x/db" }, "DATABASE_URL must be a postgres:// URL"],
  [["--ports", "1"], {}, "--ports"],
])("%j with %j is refused by name", (args, env, message) => {
  expect(() => parseDemoOptions(args, env)).toThrow(message);
});

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnv } from "@/lib/adapters/env/env";
import { appSettings } from "./app-settings";
import { openDemoSecrets } from "./demo-secrets";

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stipend-demo-test-"));
  file = join(folder, "env");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("the app starts on the generated secrets", () => {
  const { app } = openDemoSecrets(file);
  const places = {
    baseUrl: "http://127.0.0.1:3000",
    port: 3000,
    databaseUrl: "postgres://localhost/stipend",
    rpcUrl: "http://127.0.0.1:8545",
    deploymentsFolder: folder,
  };
  const env = readEnv(appSettings(places, app, undefined));
  expect(env.RELAYER_PRIVATE_KEYS.length).toBeGreaterThan(1);
  expect(env).toMatchObject({
    TEST_CHAIN: ["local"],
    LIVE_CHAIN: ["local"],
    RATE_LIMIT_SCALE: 100,
  });
  expect(env.TEST_FINALITY_DEPTH).toBeUndefined();
  expect(readEnv(appSettings(places, app, 8)).LIVE_FINALITY_DEPTH).toBe(8);
});

test("the secrets stay from one run to the next, and only their owner may read them", () => {
  const first = openDemoSecrets(file);
  const written = readFileSync(file, "utf8");
  expect(openDemoSecrets(file)).toEqual(first);
  expect(readFileSync(file, "utf8")).toBe(written);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a secret that is missing is made, and everything else in the file is kept", () => {
  const first = openDemoSecrets(file);
  const lines = readFileSync(file, "utf8").split("\n");
  const rest = lines.filter((line) => !line.startsWith("DEMO_SECRET_KEY_LIVE="));
  writeFileSync(file, `${rest.join("\n")}\nMY_OWN=1\n`);
  const second = openDemoSecrets(file);
  expect(second.demo.DEMO_SECRET_KEY_LIVE).toMatch(/^sk_live_/);
  expect(second.demo.DEMO_SECRET_KEY_LIVE).not.toBe(first.demo.DEMO_SECRET_KEY_LIVE);
  expect(second.app).toEqual(first.app);
  expect(readFileSync(file, "utf8")).toContain("MY_OWN=1");
});

test("two installations share no secret", () => {
  const values = ({ app, demo }: ReturnType<typeof openDemoSecrets>) =>
    Object.values({ ...app, ...demo }).flatMap((value) => value.split(","));
  const [one, other] = [openDemoSecrets(file), openDemoSecrets(join(folder, "other"))];
  const all = [...values(one), ...values(other)];
  expect(new Set(all).size).toBe(all.length);
});

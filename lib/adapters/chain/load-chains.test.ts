import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnv } from "@/lib/adapters/env/env";
import { configuredDeployments } from "./load-chains";

const key = Buffer.alloc(32).toString("base64");
const address = (digit: string) => `0x${digit.repeat(40)}`;
const hash = `0x${"e".repeat(64)}`;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stipend-chains-test-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function deployment(mode: string, chainId: number): string {
  const path = join(folder, `${chainId}-${mode}.json`);
  const contracts = { registry: address("a"), processor: address("b"), usdc: address("c") };
  const roles = { eurc: null, treasury: address("d"), operator: address("e") };
  const pins = { genesisHash: hash, codeHashes: { registry: hash, processor: hash } };
  writeFileSync(
    path,
    JSON.stringify({ mode, chainId, ...contracts, ...roles, ...pins, startBlock: 1 }),
  );
  return path;
}

const load = (settings: Record<string, string>) =>
  configuredDeployments(
    readEnv({
      APP_URL: "https://pay.example.com",
      DATABASE_URL: "postgres://localhost/stipend",
      STIPEND_SECRET_KEY: key,
      API_KEY_PEPPER: key,
      INNGEST_SIGNING_KEY: "signkey-test-00",
      INNGEST_EVENT_KEY: "event-key",
      ...settings,
    }),
  );

test("a chain by name brings its nodes and its rule of finality", async () => {
  const [test] = await load({ TEST_CHAIN: "base", TEST_DEPLOYMENT: deployment("test", 8453) });
  expect(test?.chain).toMatchObject({
    id: 8453,
    local: false,
    finality: { kind: "tag" },
    publicRpcUrls: ["https://mainnet.base.org"],
  });
});

test("any other chain works with RPC URLs and a deployment file", async () => {
  const settings = { TEST_CHAIN: "custom", TEST_DEPLOYMENT: deployment("test", 4242) };
  const [test] = await load({
    ...settings,
    TEST_RPC_URLS: "https://rpc.example.com/secret",
    TEST_PUBLIC_RPC_URLS: "https://rpc.example.com",
  });
  expect(test?.chain).toMatchObject({
    id: 4242,
    local: false,
    finality: { kind: "tag" },
    publicRpcUrls: ["https://rpc.example.com"],
  });
  await expect(load(settings)).rejects.toThrow("TEST_RPC_URLS is needed for Chain 4242");
});

test("an own finality depth also decides how long payers are told to wait", async () => {
  const [test] = await load({
    TEST_FINALITY_DEPTH: "40",
    TEST_DEPLOYMENT: deployment("test", 31337),
  });
  expect(test?.chain).toMatchObject({
    local: true,
    finality: { kind: "depth", depth: 40 },
    preset: { expectedFinalSeconds: 41 },
  });
});

test("two modes on one chain share it", async () => {
  const [test, live] = await load({
    TEST_DEPLOYMENT: deployment("test", 31337),
    LIVE_DEPLOYMENT: deployment("live", 31337),
  });
  expect(live?.chain).toBe(test?.chain);
  expect(live?.mode).toBe("live");
});

test.each([
  [{ TEST_CHAIN: "nowhere" }, "TEST_CHAIN: no chain is called nowhere"],
  [{ TEST_CHAIN: "base" }, "is for chain 31337, not Base"],
  [{ TEST_DEPLOYMENT: "missing.json" }, "TEST_DEPLOYMENT (missing.json) cannot be read"],
])("%j is refused by name", async (settings, message) => {
  const given = { TEST_DEPLOYMENT: deployment("test", 31337), ...settings };
  await expect(load(given)).rejects.toThrow(message);
});

test("a chain that the other mode uses already still has to be the one that is named", async () => {
  const settings = {
    TEST_DEPLOYMENT: deployment("test", 31337),
    LIVE_DEPLOYMENT: deployment("live", 31337),
    LIVE_CHAIN: "base",
  };
  await expect(load(settings)).rejects.toThrow("is for chain 31337, not Base");
});

test("a deployment of the other mode is refused", async () => {
  const settings = {
    TEST_DEPLOYMENT: deployment("test", 31337),
    LIVE_DEPLOYMENT: deployment("test", 31337),
  };
  await expect(load(settings)).rejects.toThrow("was made for test mode");
});

test("private webhook targets are refused together with a public chain", async () => {
  const local = { TEST_DEPLOYMENT: deployment("test", 31337), WEBHOOK_ALLOW_PRIVATE: "1" };
  expect(await load(local)).toHaveLength(1);
  const live = { LIVE_CHAIN: "base", LIVE_DEPLOYMENT: deployment("live", 8453) };
  await expect(load({ ...local, ...live })).rejects.toThrow(
    "WEBHOOK_ALLOW_PRIVATE=1 is for the local chain, not for Base",
  );
});

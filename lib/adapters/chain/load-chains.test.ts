import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnv } from "@/lib/adapters/env/env";
import { addressOf, deploymentsOf } from "./chains";
import { coreAddress } from "./core-addresses";
import { chainsOf, configuredDeployments } from "./load-chains";

const key = Buffer.alloc(32).toString("base64");
const address = (digit: string) => `0x${digit.repeat(40)}`;
const hash = `0x${"e".repeat(64)}` as const;

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "stipend-chains-test-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function deployment(mode: string, chainId: number, startBlock = 1): string {
  const path = join(folder, `${chainId}-${mode}-${startBlock}.json`);
  const common = {
    mode,
    chainId,
    usdc: address("c"),
    eurc: null,
    genesisHash: hash,
    coreSalt: hash,
  };
  const roles = { treasury: address("d"), operator: address("e"), admin: address("f") };
  const contract = { version: 1, codeHash: hash, startBlock };
  const contracts = {
    registry: { ...contract, address: address("a") },
    processor: { ...contract, address: coreAddress("processor", hash) },
  };
  writeFileSync(path, JSON.stringify({ ...common, ...roles, contracts }));
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
      SELF_SERVICE_TIERS: "free",
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

const twoChains = () => ({
  TEST_CHAIN: "base, optimism",
  TEST_DEPLOYMENT: `${deployment("test", 8453)},${deployment("test", 10)}`,
});

test("a mode with several chains has settings of each by its id", async () => {
  const [base, optimism] = await load({
    ...twoChains(),
    TEST_PUBLIC_RPC_URLS_8453: "https://base.example.com",
    TEST_FINALITY_DEPTH_10: "7",
    TEST_SAFE_DEPTH_10: "2",
    TEST_RPC_URLS_10: "https://op.example.com/key",
  });
  expect(base?.chain).toMatchObject({
    id: 8453,
    finality: { kind: "tag" },
    publicRpcUrls: ["https://base.example.com"],
  });
  expect(optimism?.chain).toMatchObject({
    id: 10,
    finality: { kind: "depth", depth: 7, safe: 2 },
    publicRpcUrls: ["https://mainnet.optimism.io"],
  });
});

test.each([
  ["TEST_RPC_URLS", "https://rpc.example.com"],
  ["TEST_PUBLIC_RPC_URLS", "https://rpc.example.com"],
  ["TEST_FINALITY_DEPTH", "3"],
  ["TEST_SAFE_DEPTH", "3"],
])("%s of a mode with several chains is not guessed to be one's", async (name, value) => {
  await expect(load({ ...twoChains(), [name]: value })).rejects.toThrow(
    `${name}: there are several chains; say which one is meant, as in ${name}_8453`,
  );
});

test.each<Record<string, string>>([
  { TEST_FINALITY_DEPTH_10: "7", TEST_SAFE_DEPTH_10: "7" },
  { TEST_SAFE_DEPTH_10: "2" },
])("a block that is safe no sooner than final is a slip of the pen: %j", async (given) => {
  await expect(load({ ...twoChains(), ...given })).rejects.toThrow(
    "SAFE_DEPTH must be below the FINALITY_DEPTH that is set for OP Mainnet",
  );
});

test("a setting of a chain that the mode does not have is refused", async () => {
  const settings = { ...twoChains(), TEST_RPC_URLS_84532: "https://rpc.example.com" };
  await expect(load(settings)).rejects.toThrow("A setting names chain 84532");
});

test("a chain is needed to have nodes, and the setting is named with its id", async () => {
  const settings = {
    TEST_CHAIN: "base,custom",
    TEST_DEPLOYMENT: `${deployment("test", 8453)},${deployment("test", 4242)}`,
  };
  await expect(load(settings)).rejects.toThrow("TEST_RPC_URLS_4242 is needed for Chain 4242");
});

test("the deployments of a chain share it, and the newest is used first", async () => {
  const files = [1, 9, 4].map((block) => deployment("test", 31337, block));
  const all = await load({ TEST_DEPLOYMENT: files.join(","), TEST_RPC_URLS: "http://127.0.0.1:1" });
  expect(new Set(all.map(({ chain }) => chain)).size).toBe(1);
  const deployments = all.map((one, index) => ({ ...one, id: `dep_${index}`, tokens: {} }));
  const used = deploymentsOf(chainsOf(deployments), "test");
  expect(used.map(({ id }) => id)).toEqual(["dep_1", "dep_2", "dep_0"]);
  expect(deploymentsOf(chainsOf(deployments), "live")).toEqual([]);
  expect(deploymentsOf(chainsOf(deployments), "test", 8453)).toEqual([]);
});

test("a deployment without a processor is one to be extended", async () => {
  const path = deployment("test", 31337);
  const file = JSON.parse(readFileSync(path, "utf8"));
  const { registry } = file.contracts;
  writeFileSync(path, JSON.stringify({ ...file, contracts: { registry } }));
  const [read] = await load({ TEST_DEPLOYMENT: path });
  if (!read) throw new Error("it is read");
  expect(addressOf(read, "registry")).toBe(address("a"));
  expect(() => addressOf(read, "processor")).toThrow(
    expect.objectContaining({
      code: "permission_denied",
      info: { details: { reason: "not_deployed", contract: "processor" } },
    }),
  );
});

test.each(["registry", "processor"])(
  "a %s of a version that is not read stops the start, and is told which one is",
  async (kind) => {
    const path = deployment("test", 31337);
    const file = JSON.parse(readFileSync(path, "utf8"));
    file.contracts[kind].version = 2;
    writeFileSync(path, JSON.stringify(file));
    await expect(load({ TEST_DEPLOYMENT: path })).rejects.toThrow(
      `TEST_DEPLOYMENT (${path}): this release supports only version 1 of the ${kind}, not 2`,
    );
  },
);

test("a core contract of other code or of another salt stops the start, and is told which one is", async () => {
  const path = deployment("test", 8453);
  const file = JSON.parse(readFileSync(path, "utf8"));
  writeFileSync(path, JSON.stringify({ ...file, coreSalt: `0x${"0".repeat(64)}` }));
  const expected = coreAddress("processor", `0x${"0".repeat(64)}`);
  await expect(load({ TEST_CHAIN: "base", TEST_DEPLOYMENT: path })).rejects.toThrow(
    `the processor is at ${coreAddress("processor", hash).toLowerCase()}, and this release's code with the file's coreSalt gives ${expected}`,
  );
});

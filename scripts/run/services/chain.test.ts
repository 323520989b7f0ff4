import { spawn } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, expect, inject, test } from "vitest";
import { startScript } from "@/testing/script-process";
import { findAnvil } from "./anvil";
import { type LocalChain, startLocalChain } from "./chain";
import { choosePort } from "./choose-port";
import { connectJsonRpc, type JsonRpc } from "./json-rpc";

const FAST = { intervalMs: 20, idleIntervalMs: 3_600_000 };
/** Logs its only topic, 0x2a: PUSH1 2a PUSH0 PUSH0 LOG1. */
const LOGGING_CODE = "0x602a5f5fa100";
const LOGGER = "0x00000000000000000000000000000000000010a6";

let folder: string;
let running: LocalChain[];

beforeEach(() => {
  folder = mkdtempSync(join(inject("runFolder"), "chain-"));
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((chain) => chain.stop().catch(() => {})));
  rmSync(folder, { recursive: true, force: true });
});

async function start(options: Partial<Parameters<typeof startLocalChain>[0]> = {}) {
  const chain = await startLocalChain({ folder, ...FAST, ...options });
  running.push(chain);
  return chain;
}

interface Block {
  number: string;
  hash: string;
  timestamp: string;
}
const latest = (request: JsonRpc) => request<Block>("eth_getBlockByNumber", ["latest", false]);
const head = async (request: JsonRpc) => Number((await latest(request)).number);

async function send(request: JsonRpc, to?: string): Promise<string> {
  const [from, other] = await request<string[]>("eth_accounts");
  return await request<string>("eth_sendTransaction", [{ from, to: to ?? other, value: "0x1" }]);
}

async function mined(
  request: JsonRpc,
  hash: string,
): Promise<{ blockNumber: string; logs: unknown[] }> {
  return await expect
    .poll(() => request("eth_getTransactionReceipt", [hash]), { timeout: 60_000 })
    .toBeTruthy()
    .then(() => request("eth_getTransactionReceipt", [hash]));
}

const settled = (request: JsonRpc, expected: number) =>
  expect.poll(() => head(request), { timeout: 60_000 }).toBe(expected);

const newest = () => join(folder, "state.json.gz");

test("a waiting transaction is mined, settles by 4 blocks, and then no block follows", async () => {
  const { request } = await start();
  await settled(request, 5);
  const receipt = await mined(request, await send(request));
  expect(Number(receipt.blockNumber)).toBe(6);
  await settled(request, 10);
  await new Promise((resolve) => setTimeout(resolve, FAST.intervalMs * 10));
  expect(await head(request)).toBe(10);
});

test("the settling depth can be set, so that a finality depth of 40 is reached", async () => {
  const { request } = await start({ settleBlocks: 40 });
  await settled(request, 41);
  await mined(request, await send(request));
  await settled(request, 82);
});

test("an idle chain still gets a block each idle interval", async () => {
  const { request } = await start({ idleIntervalMs: 60 });
  await expect.poll(() => head(request), { timeout: 60_000 }).toBeGreaterThan(12);
});

test("blocks, receipts, logs and balances survive a clean restart", async () => {
  const first = await start();
  await first.request("anvil_setCode", [LOGGER, LOGGING_CODE]);
  const hash = await send(first.request, LOGGER);
  const before = await mined(first.request, hash);
  expect(before.logs).toHaveLength(1);
  const genesis = await first.request<Block>("eth_getBlockByNumber", ["0x0", false]);
  await first.stop();

  const { request } = await start();
  expect(await request("eth_getTransactionReceipt", [hash])).toEqual(before);
  expect(await request("eth_getLogs", [{ address: LOGGER, fromBlock: "0x0" }])).toEqual(
    before.logs,
  );
  expect(await request("eth_getBalance", [LOGGER, "latest"])).toBe("0x1");
  expect((await request<Block>("eth_getBlockByNumber", ["0x0", false])).hash).toBe(genesis.hash);
});

test("the genesis block stays the same, however often the chain was restarted", async () => {
  const genesis = (request: JsonRpc) => request<Block>("eth_getBlockByNumber", ["0x0", false]);
  const first = await start();
  await settled(first.request, 5);
  const before = await genesis(first.request);
  await first.stop();
  // Each restart in another second leaves a genesis block of its own in the dump.
  const dump = JSON.parse(gunzipSync(readFileSync(newest())).toString());
  const [own] = dump.blocks.filter((block: { header: Block }) => block.header.number === "0x0");
  for (let later = 1; later <= 20; later += 1) {
    const timestamp = `0x${(Number(before.timestamp) + later).toString(16)}`;
    dump.blocks.push({ ...own, header: { ...own.header, timestamp } });
  }
  writeFileSync(newest(), gzipSync(JSON.stringify(dump)));

  const { request } = await start();
  expect(await genesis(request)).toEqual(before);
});

test.each([1, 2, 3])("kill -9 of anvil loses no final block (try %i)", async () => {
  const first = await start();
  const hashes: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const hash = await send(first.request);
    hashes.push(hash);
    await mined(first.request, hash);
  }
  const final = await first.request<Block>("eth_getBlockByNumber", ["finalized", false]);
  process.kill(first.pid, "SIGKILL");
  await first.ended;

  const { request } = await start();
  const kept = await request<Block>("eth_getBlockByNumber", [final.number, false]);
  expect(kept.hash).toBe(final.hash);
  expect(await head(request)).toBeGreaterThan(Number(final.number));
});

test("kill -9 of the process that runs it loses nothing: the chain it leaves behind is read out and replaced", async () => {
  const script = startScript(`
    import { startLocalChain } from "./scripts/run/services/chain.ts";
    const chain = await startLocalChain({ folder: ${JSON.stringify(folder)}, intervalMs: 20 });
    console.log(JSON.stringify({ rpcUrl: chain.rpcUrl, pid: chain.pid }));
  `);
  const left: { rpcUrl: string; pid: number } = JSON.parse(await script.nextLine());
  const orphan = connectJsonRpc(left.rpcUrl);
  await mined(orphan, await send(orphan));
  await script.end("SIGKILL");
  await orphan("evm_mine");
  const before = await latest(orphan);

  const { request } = await start();
  const after = await request<Block>("eth_getBlockByNumber", [before.number, false]);
  expect(after.hash).toBe(before.hash);
  await expect(orphan("eth_chainId")).rejects.toThrow();
});

test("a folder that a living process uses is refused", async () => {
  await start();
  await expect(start()).rejects.toThrow(`is in use by process ${process.pid}`);
});

test.each([
  ["cut in the middle", (file: string) => truncateSync(file, Math.floor(statSync(file).size / 2))],
  ["empty", (file: string) => truncateSync(file, 0)],
  ["overwritten", (file: string) => writeFileSync(file, "not a state")],
])("with the newest state %s the chain goes on from the one before", async (_, damage) => {
  const first = await start();
  const hash = await send(first.request);
  await mined(first.request, hash);
  const { blockNumber } = await mined(first.request, hash);
  await settled(first.request, Number(blockNumber) + 4);
  await first.stop();
  damage(newest());

  const messages: string[] = [];
  const { request } = await start({ log: (message) => messages.push(message) });
  expect(await request("eth_getTransactionReceipt", [hash])).toMatchObject({ blockNumber });
  expect(messages.join()).toContain("state.json.gz is damaged");
});

test("with every state damaged it refuses to start, again and again, instead of starting a new chain", async () => {
  const first = await start();
  await settled(first.request, 5);
  await first.stop();
  truncateSync(newest(), 10);
  truncateSync(join(folder, "state.previous.json.gz"), 10);
  await expect(start()).rejects.toThrow("can be read");
  await expect(start()).rejects.toThrow("can be read");
});

test("a kill between the two renames of a save leaves the state before it", async () => {
  const first = await start();
  await settled(first.request, 5);
  await first.stop();
  rmSync(newest());
  const { request } = await start();
  expect(await head(request)).toBeGreaterThanOrEqual(4);
});

test("after time travel and a restart no block is older than its parent", async () => {
  const first = await start();
  await settled(first.request, 5);
  await first.request("evm_increaseTime", [86_400]);
  await first.request("evm_mine");
  const parent = await latest(first.request);
  await first.stop();

  const { request } = await start();
  await request("evm_mine");
  const child = await latest(request);
  expect(Number(child.number)).toBeGreaterThan(Number(parent.number));
  expect(Number(child.timestamp)).toBeGreaterThanOrEqual(Number(parent.timestamp));
});

test("after years of downtime the next block has the present time", async () => {
  const past = 1_600_000_000;
  const port = await choosePort(0, "the old chain");
  const old = spawn(findAnvil(), ["--port", `${port}`, "--no-mining", "--timestamp", `${past}`]);
  const rpc = connectJsonRpc(`http://127.0.0.1:${port}`);
  await expect.poll(() => rpc("evm_mine").catch(() => null), { timeout: 60_000 }).not.toBeNull();
  const dump = await rpc<string>("anvil_dumpState");
  expect(Number((await latest(rpc)).timestamp)).toBeLessThan(past + 60);
  old.kill("SIGKILL");
  writeFileSync(newest(), Buffer.from(dump.slice(2), "hex"));

  const { request } = await start();
  await expect.poll(() => head(request)).toBeGreaterThan(2);
  expect(Number((await latest(request)).timestamp)).toBeGreaterThan(past + 100_000_000);
});

test("a taken port is named", async () => {
  const blocker = createServer();
  const port = await new Promise<number>((resolve) => {
    blocker.listen(0, "127.0.0.1", () => {
      const address = blocker.address();
      resolve(typeof address === "object" && address ? address.port : 0);
    });
  });
  await expect(start({ port })).rejects.toThrow(`Port ${port} on 127.0.0.1 is taken`);
  await new Promise((resolve) => blocker.close(resolve));
});

test("a clean stop ends anvil and stores everything", async () => {
  const chain = await start();
  await chain.request("anvil_setBalance", [LOGGER, "0x7"]);
  await chain.stop();
  await chain.ended;
  expect(existsSync(join(folder, "anvil.json"))).toBe(false);
  expect(readFileSync(newest()).length).toBeGreaterThan(0);
  const { request } = await start();
  expect(await request("eth_getBalance", [LOGGER, "latest"])).toBe("0x7");
});

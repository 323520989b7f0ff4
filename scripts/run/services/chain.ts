import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { type Anvil, startAnvil } from "./anvil";
import { type Miner, type MiningRhythm, startMiner } from "./chain-miner";
import { connectJsonRpc, type JsonRpc } from "./json-rpc";
import { isLeftOver, type LeftOver, readIfThere, stopLeftOver } from "./left-over";
import { childEnd, isRunning, stopChild } from "./stop-on-exit";

const STOP_MS = 5_000;
const RESCUE_MS = 5_000;

/** How to run the local chain. */
export interface LocalChainOptions extends Partial<MiningRhythm> {
  /** Where its state is kept between runs; made when missing. */
  folder: string;
  /** TCP port on 127.0.0.1; 0 or none takes a free one. */
  port?: number;
  /** When a new chain begins; now by default. */
  startsAt?: Date | null;
  /** Told of repairs and failures. */
  log?: (message: string) => void;
}

/** A running local chain. */
export interface LocalChain extends Pick<Miner, "pause"> {
  rpcUrl: string;
  port: number;
  /** Process id of anvil. */
  pid: number;
  request: JsonRpc;
  /** Settles when anvil has ended, asked to or not. */
  ended: Promise<void>;
  /** Stores the state and ends the chain. */
  stop(): Promise<void>;
}

const NEWEST = "state.json.gz";
const PREVIOUS = "state.previous.json.gz";
const UNPACKED = "state.json";

/**
 * Writes a state dump (gzipped JSON) and keeps the one before it.
 * It is complete on disk before it takes its name, so a kill at any moment leaves at least one that can be read.
 */
function saveChainState(folder: string, dump: Buffer): void {
  const draft = join(folder, "state.new");
  const file = openSync(draft, "w");
  writeFileSync(file, dump);
  fsyncSync(file);
  closeSync(file);
  if (existsSync(join(folder, NEWEST))) renameSync(join(folder, NEWEST), join(folder, PREVIOUS));
  renameSync(draft, join(folder, NEWEST));
}

/**
 * Unpacks the newest state dump in `folder` that can be read and returns the path of its JSON.
 * A damaged one is put aside as `*.damaged`. No dump at all: undefined, the chain starts at its genesis.
 * @throws Error when there are dumps but none can be read, rather than starting a new chain in silence
 */
function unpackChainState(folder: string, log: (message: string) => void): string | undefined {
  const found = [NEWEST, PREVIOUS].filter((name) => existsSync(join(folder, name)));
  for (const [damaged, name] of found.entries()) {
    const json = readDump(join(folder, name));
    if (!json) continue;
    for (const other of found.slice(0, damaged)) {
      log(`${other} is damaged: going on from ${name}`);
      renameSync(join(folder, other), join(folder, `${other}.damaged`));
    }
    const path = join(folder, UNPACKED);
    writeFileSync(path, json);
    return path;
  }
  if (found.length === 0) return undefined;
  throw new Error(`No state of the local chain in ${folder} can be read: start over with --reset`);
}

/** Once the chain has read it, the unpacked file is of no use. */
function removeUnpackedState(folder: string): void {
  rmSync(join(folder, UNPACKED), { force: true });
}

interface Dump {
  blocks: { header: { number: string; timestamp: string } }[];
}

function readDump(path: string): string | undefined {
  try {
    return JSON.stringify(withOneGenesis(JSON.parse(gunzipSync(readFileSync(path)).toString())));
  } catch {
    return undefined;
  }
}

/**
 * Anvil makes a genesis block at each start and dumps it beside the one that it read; at the next start
 * chance would decide which of them is block 0. The chain's own is the oldest.
 */
function withOneGenesis(dump: Dump): Dump {
  const isGenesis = ({ header }: Dump["blocks"][number]) => Number(header.number) === 0;
  const [oldest] = dump.blocks
    .filter(isGenesis)
    .sort((one, other) => Number(one.header.timestamp) - Number(other.header.timestamp));
  return { ...dump, blocks: dump.blocks.filter((block) => block === oldest || !isGenesis(block)) };
}

/**
 * Runs a local chain (anvil, chain id 31337) that keeps its blocks, receipts and logs in `folder`.
 * By default it mines each second while a transaction waits or the head is fewer than 4 blocks past the last one, else once a minute.
 * The state is stored after each block and before the next, so kill -9 loses at most the newest block, never a final one.
 * @throws Error when the port is taken, or when a living process uses the folder
 */
export async function startLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { port = 0, log = () => {}, settleBlocks = 4, intervalMs = 1_000 } = options;
  const { idleIntervalMs = 60_000 } = options;
  mkdirSync(options.folder, { recursive: true });
  const folder = realpathSync(resolve(options.folder));
  await rescueLeftOver(folder);
  const statePath = unpackChainState(folder, log);
  const anvil = await startAnvil({ port, folder, statePath, startsAt: options.startsAt });
  recordChain(folder, anvil);
  removeUnpackedState(folder);
  await continueClock(anvil.request);
  const save = async () => saveChainState(folder, await dumpState(anvil.request));
  const miner = startMiner(
    anvil.request,
    { settleBlocks, intervalMs, idleIntervalMs },
    { onBlock: save, onError: (error) => log(`the local chain did not mine: ${String(error)}`) },
  );
  const ended = childEnd(anvil.child).then(() => miner.stop());
  const stop = async () => {
    await miner.stop();
    if (isRunning(anvil.child)) await save();
    await stopChild(anvil.child, "SIGTERM", "SIGKILL", STOP_MS);
    rmSync(recordFile(folder), { force: true });
  };
  const { rpcUrl, request } = anvil;
  const { port: anvilPort, child } = anvil;
  return { rpcUrl, port: anvilPort, pid: child.pid ?? 0, request, ended, pause: miner.pause, stop };
}

/** Gzipped JSON, as anvil hands it out. */
async function dumpState(request: JsonRpc): Promise<Buffer> {
  const dump = await request<string>("anvil_dumpState");
  return Buffer.from(dump.slice(2), "hex");
}

/** A chain whose time was moved ahead goes on from there: a block is never older than its parent. */
async function continueClock(request: JsonRpc): Promise<void> {
  const head = await request<{ timestamp: string }>("eth_getBlockByNumber", ["latest", false]);
  const aheadSeconds = Number(head.timestamp) - Math.floor(Date.now() / 1_000);
  if (aheadSeconds > 0) await request("evm_increaseTime", [aheadSeconds]);
}

const recordFile = (folder: string): string => join(folder, "anvil.json");

interface ChainRecord {
  pid: number;
  ownerPid: number;
  rpcUrl: string;
}

function recordChain(folder: string, anvil: Anvil): void {
  const record: ChainRecord = {
    pid: anvil.child.pid ?? 0,
    ownerPid: process.pid,
    rpcUrl: anvil.rpcUrl,
  };
  const draft = `${recordFile(folder)}.new`;
  writeFileSync(draft, JSON.stringify(record));
  renameSync(draft, recordFile(folder));
}

/** After a kill -9 of its parent anvil lives on, with perhaps a block that was not stored yet. */
async function rescueLeftOver(folder: string): Promise<void> {
  const left = findLeftOver(folder);
  if (!left) return;
  const dump = await dumpState(connectJsonRpc(left.rpcUrl, RESCUE_MS)).catch(() => undefined);
  if (dump) saveChainState(folder, dump);
  await stopLeftOver(left.server, ["SIGTERM", "SIGKILL"]);
}

/**
 * Deletes the local chain that `folder` keeps. One that a killed process left running is ended first.
 * @throws Error when a living process uses the folder
 */
export async function removeLocalChain(folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  const left = findLeftOver(realpathSync(folder));
  if (left) await stopLeftOver(left.server, ["SIGKILL"]);
  rmSync(folder, { recursive: true });
}

function findLeftOver(folder: string): { server: LeftOver; rpcUrl: string } | undefined {
  const text = readIfThere(recordFile(folder));
  if (!text) return undefined;
  const { pid, ownerPid, rpcUrl }: ChainRecord = JSON.parse(text);
  const server = { name: "The local chain", folder, pid, ownerPid };
  return isLeftOver(server) ? { server, rpcUrl } : undefined;
}

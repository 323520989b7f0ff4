import { setTimeout as sleep } from "node:timers/promises";
import { parseTransaction } from "viem";
import type { Dice } from "@/chaos/seeded";
import type { JsonRpc } from "@/scripts/run/services/json-rpc";
import type { RawBlock } from "./rpc-plan";
import type { RpcProxy } from "./rpc-proxy";

const BLOCK_MS = 200;
/** While the indexer is far behind: on a busy machine the chain is slower, too. */
const SLOW_BLOCK_MS = 600;
/** How often the next block waits for the indexer, when a reorganisation is due. */
const MOST_WAITS = 40;
const REORG_CHANCE = 0.06;
const DEEPEST_REORG = 5;
const KEEP_CHANCE = 0.6;
const SPIKE_CHANCE = 0.02;
/** Wei; under what the relay may pay at most, and far above what it offers otherwise. */
const SPIKE_FEE = toHex(30 * 10 ** 9);

/** Mines the chain and replaces its newest blocks now and then. */
export interface ChaosMiner {
  /** Reorganisations by depth. */
  readonly reorgs: ReadonlyMap<number, number>;
  /** How often gas became dear: what waits has to be replaced by what pays more. */
  readonly spikes: () => number;
  /** Ends the reorganisations; mining goes on. */
  calm(): void;
  /** Replaces so many of the newest blocks by empty ones, whether they were final or not. */
  lose(blocks: number): Promise<unknown>;
  /** Moves the chain's clock ahead. */
  passTime(seconds: number): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Mines blocks; when and how deep the chain is reorganised follows from `dice`.
 * @param isFollowed whether somebody has read the newest blocks: one that nobody has seen can be replaced
 * unnoticed, which shows nothing, so a reorganisation that is due waits for them
 */
export function startMiner(
  request: JsonRpc,
  proxy: RpcProxy,
  dice: Dice,
  isFollowed: (head: number) => Promise<boolean>,
): ChaosMiner {
  const reorgs = new Map<number, number>();
  let isCalm = false;
  let stopping = false;
  let turn = 0;
  let spikes = 0;
  let waits = 0;
  const due: number[] = [];
  const inTurn = oneAfterTheOther();
  const clock = openClock(request);
  const reorg = async (depth: number) => {
    const isKept = (from: string, nonce: number) =>
      dice.roll("keep", turn, from, nonce) < KEEP_CHANCE;
    const kept = await chooseKept(request, proxy, depth, isKept);
    await request("anvil_reorg", [depth, kept]);
    reorgs.set(depth, (reorgs.get(depth) ?? 0) + 1);
    await clock.catchUp();
  };
  const step = async () => {
    const isDue = !isCalm && due.length > 0;
    if (isDue && waits < MOST_WAITS && !(await isFollowed(proxy.head))) {
      waits += 1;
      return false;
    }
    waits = 0;
    turn += 1;
    if (!isCalm && dice.roll("spike", turn) < SPIKE_CHANCE) {
      spikes += 1;
      await request("anvil_setNextBlockBaseFeePerGas", [SPIKE_FEE]);
    }
    await request("evm_mine");
    proxy.head = Number(await request<string>("eth_blockNumber"));
    if (isCalm) return true;
    if (dice.roll("reorg", turn) < REORG_CHANCE) due.push(turn);
    const followed = await isFollowed(proxy.head);
    const next = followed ? due.shift() : undefined;
    if (next !== undefined) await reorg(dice.between(1, DEEPEST_REORG, "depth", next));
    return followed;
  };
  const run = async () => {
    while (!stopping) {
      const followed = await inTurn(step);
      await sleep(followed ? BLOCK_MS : SLOW_BLOCK_MS);
    }
  };
  const running = awaitedLater(run());
  return {
    reorgs,
    spikes: () => spikes,
    calm: () => {
      isCalm = true;
      proxy.orphans.clear();
    },
    lose: (blocks) => inTurn(() => request("anvil_reorg", [blocks, []])),
    passTime: (seconds) => inTurn(() => clock.pass(seconds)),
    stop: async () => {
      stopping = true;
      await running;
    },
  };
}

/** A failure is told where the work is waited for: unhandled until then, it would end the process's other runs as well. */
function awaitedLater(work: Promise<void>): Promise<void> {
  work.catch(() => {});
  return work;
}

/** The chain's clock: a reorganisation puts anvil's back, and time does not go back. */
function openClock(request: JsonRpc) {
  let passedUntil = 0;
  const catchUp = async () => {
    const seconds = passedUntil - (await readTime(request));
    if (seconds <= 0) return;
    await request("evm_increaseTime", [seconds]);
    await request("evm_mine");
  };
  return {
    catchUp,
    pass: async (seconds: number) => {
      passedUntil = (await readTime(request)) + seconds;
      await catchUp();
    },
  };
}

/** Of the newest block, Unix seconds. */
async function readTime(request: JsonRpc): Promise<number> {
  const block = await request<{ timestamp: string }>("eth_getBlockByNumber", ["latest", false]);
  return Number(block.timestamp);
}

function oneAfterTheOther() {
  let queue: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const next = queue.then(work);
    queue = next.catch(() => {});
    return next;
  };
}

/**
 * Which transactions of the newest blocks are mined again, and where: of each sender the first few in
 * their order, up to a block later than before. The rest is dropped and forgotten.
 */
async function chooseKept(
  request: JsonRpc,
  proxy: RpcProxy,
  depth: number,
  isKept: (from: string, nonce: number) => boolean,
): Promise<[string, number][]> {
  const head = Number(await request<string>("eth_blockNumber"));
  const kept: [string, number][] = [];
  const dropped = new Set<string>();
  proxy.orphans.clear();
  for (let at = 0; at < depth; at += 1) {
    const height = head - depth + 1 + at;
    const block = await request<RawBlock>("eth_getBlockByNumber", [toHex(height), false]);
    proxy.orphans.set(height, block);
    const place = Math.min(depth - 1, at + 1);
    for (const hash of block.transactions) {
      const raw = await request<`0x02${string}`>("eth_getRawTransactionByHash", [hash]);
      const { from } = await request<{ from: string }>("eth_getTransactionByHash", [hash]);
      const { nonce = 0 } = parseTransaction(raw);
      if (!dropped.has(from) && isKept(from, nonce)) kept.push([raw, place]);
      else dropped.add(from);
    }
  }
  return kept;
}

function toHex(number: number): string {
  return `0x${number.toString(16)}`;
}

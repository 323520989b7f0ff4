import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { canSign, type RelayWallet } from "@/lib/adapters/chain/calls/relayer";
import type { Chain } from "@/lib/adapters/chain/chains";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Address } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import { WrongChain } from "@/lib/domain/wallets/nonces/assert-chain";
import { blockWallet } from "@/lib/domain/wallets/nonces/block-wallet";
import { catchUp } from "@/lib/domain/wallets/nonces/catch-up";
import { closeSlots } from "@/lib/domain/wallets/nonces/close-slots";
import { releaseLease, takeLease } from "@/lib/domain/wallets/nonces/wallet-lease";
import { type Watch, watchWallet } from "@/lib/domain/wallets/nonces/watch-wallet";
import { shardOf } from "@/lib/domain/wallets/queue/shard";
import { readCertainty, readFinality } from "./finality";
import { type PendingWork, readPendingWork } from "./read-pending-work";
import { openRelaySignal, type RelaySignal } from "./relay-signal";
import { tasksOf, type WalletRole } from "./relay-task";
import { type Sender, sendDue } from "./send-due";
import { warnOnce } from "./warn-once";

type RelayContext = Pick<Context, "db" | "log" | "config" | "chains" | "modules" | "stopping">;

/** One wallet of a chain to drain, and until when. */
export interface WalletJob {
  readonly chain: Chain;
  readonly relayer: RelayWallet;
  /** Null for one that takes nothing: its open slots are watched. */
  readonly role: WalletRole | null;
  /** All relayers of the chain that can sign and are in service. */
  readonly wallets: readonly Address[];
  readonly until: Date;
}

/** Slots of a wallet that may be in flight at once; what waits for one makes the next batch fuller. */
const WINDOW = 16;
const RENEW_MS = 2_000;
const IDLE_POLL_MS = 250;
/** While there is something to send that cannot be sent yet. */
const BUSY_POLL_MS = 50;
const TROUBLE_PAUSE_MS = 500;
/** After work it stays so long: what comes next need not wait for the job engine. */
const LINGER_MS = 2_000;
/** A final block that is further away is not waited for. */
const NEAR_FINALITY_SECONDS = 10;

/** What a job keeps from round to round. */
interface Memory {
  watch: Watch;
  renewAt: number;
  watchAt: number;
  busyUntil: number;
}

/**
 * Works for one wallet while it holds the wallet's lease: watches its slots, decides what is final,
 * examines held payments, and sends what is due, until nothing is left to do or the time is up; it
 * looks once at the least.
 * @returns whether there is more to do at once
 */
export async function drainWallet(ctx: RelayContext, job: WalletJob): Promise<boolean> {
  const name = { chainId: job.chain.id, wallet: job.relayer.address, owner: randomUUID() };
  const lease = await takeLease(ctx.db, name);
  if (!lease) return false;
  const signal = openRelaySignal(ctx.db);
  const memory: Memory = {
    watch: { lease, foreign: new Map() },
    renewAt: Date.now() + RENEW_MS,
    watchAt: 0,
    busyUntil: 0,
  };
  try {
    do {
      if (!(await keepLease(ctx, memory))) return false;
      const goesOn = await workOrWait(ctx, job, memory, signal);
      if (!goesOn) return false;
    } while (Date.now() < job.until.getTime() && !ctx.stopping?.aborted);
    return true;
  } finally {
    signal.close();
    await releaseLease(ctx.db, memory.watch.lease);
  }
}

async function keepLease({ db }: RelayContext, memory: Memory): Promise<boolean> {
  if (Date.now() < memory.renewAt) return true;
  const lease = await takeLease(db, memory.watch.lease);
  if (!lease) return false;
  memory.watch = { ...memory.watch, lease };
  memory.renewAt = Date.now() + RENEW_MS;
  return true;
}

async function workOrWait(
  ctx: RelayContext,
  job: WalletJob,
  memory: Memory,
  signal: RelaySignal,
): Promise<boolean> {
  const shard = shardOf(job.chain.id, job.relayer.address, job.wallets);
  const { chain, relayer, role } = job;
  const pending = await readPendingWork(ctx, { role, shard }, ctx.config.RELAY_BATCH_MAX);
  for (const task of pending.held > 0 ? ctx.modules.relayTasks : [])
    await unlessTrouble(ctx, chain, async () => task.releaseHeld?.(ctx, chain.id));
  if (Date.now() >= memory.watchAt) await watch(ctx, job, memory, pending);
  const signs = takesWork(job) && pending.blockedMs === 0;
  const pauseMs = signs ? batchDelayMs(ctx, pending) : Number.POSITIVE_INFINITY;
  const room = WINDOW - pending.inFlight;
  if (room > 0 && pauseMs === 0 && canSign(relayer) && role !== null) {
    const carrier = { role, shard };
    const sender: Sender = { chain, relayer, carrier, lease: memory.watch.lease, room };
    const outcome = await unlessTrouble(ctx, chain, () => sendDue(ctx, sender));
    if (outcome?.blocked) {
      await blockWallet(ctx.db, sender.lease, outcome.blocked);
      for (const task of tasksOf(ctx, role)) await task.giveBack(ctx.db, shard);
      return true;
    }
    memory.busyUntil = Date.now() + LINGER_MS;
    if (outcome && outcome.sent > 0) return true;
    if (!outcome) await sleep(Math.min(TROUBLE_PAUSE_MS, leftMs(job)));
  }
  return waitForMore(job, memory, signal, pending, pauseMs);
}

/** Whether the wallet signs for something; the slots of any other are watched alone. */
function takesWork({ relayer, role }: WalletJob): boolean {
  return canSign(relayer) && role !== null;
}

/** Milliseconds until a batch may leave: at once when it is full. */
function batchDelayMs({ config }: RelayContext, { waiting, oldestMs }: PendingWork): number {
  if (waiting === 0) return Number.POSITIVE_INFINITY;
  if (waiting >= config.RELAY_BATCH_MAX) return 0;
  return Math.max(0, config.RELAY_BATCH_WAIT_MS - oldestMs);
}

/** Trouble with one part must not keep the others from their work. */
async function watch(
  ctx: RelayContext,
  job: WalletJob,
  memory: Memory,
  { inFlight, mined, blockedReason }: PendingWork,
): Promise<void> {
  const { chain, relayer } = job;
  memory.watchAt = Date.now() + Math.min(Math.max(chain.preset.blockSeconds * 500, 250), 2_000);
  const finality = await readFinality(ctx.db, chain.id);
  if (inFlight + mined > 0) {
    const missing = await unlessTrouble(ctx, chain, () =>
      watchWallet(ctx, { chain, relayer }, memory.watch),
    );
    if (finality) {
      await unlessTrouble(ctx, chain, () =>
        closeSlots(ctx, chain, memory.watch, missing ?? [], finality),
      );
    }
  }
  if (!finality) return;
  if (blockedReason === "nonce_behind" && takesWork(job)) {
    await unlessTrouble(ctx, chain, () => catchUp(ctx, chain, memory.watch.lease, finality));
  }
  const certainty = await readCertainty(ctx.db, chain.id);
  if (!certainty) return;
  for (const task of ctx.modules.relayTasks) {
    await unlessTrouble(ctx, chain, () => task.decide(ctx, chain, certainty));
  }
}

/** Runs what asks the chain; undefined when that failed because of the node. */
async function unlessTrouble<T>(
  { log }: RelayContext,
  { id: chainId }: Chain,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(isChainTrouble(error) || error instanceof WrongChain)) throw error;
    const fields = { chainId, err: error };
    warnOnce(log, `chain:${chainId}:${error.name}`, fields, "the relay cannot use the chain");
    return undefined;
  }
}

/** Waits while there is something to wait for; nothing that is far away is. */
async function waitForMore(
  job: WalletJob,
  memory: Memory,
  signal: RelaySignal,
  { waiting, inFlight, mined, blockedMs }: PendingWork,
  pauseMs: number,
): Promise<boolean> {
  const { chain } = job;
  const finalSoon = chain.preset.expectedFinalSeconds <= NEAR_FINALITY_SECONDS;
  const toSend = waiting > 0 && takesWork(job);
  const open = toSend || inFlight > 0 || (mined > 0 && finalSoon);
  if (!open && Date.now() >= memory.busyUntil) return false;
  if (open) memory.busyUntil = Date.now() + LINGER_MS;
  if (toSend && blockedMs === 0) await sleep(Math.min(pauseMs || BUSY_POLL_MS, leftMs(job)));
  else await signal.wait(Math.min(IDLE_POLL_MS, leftMs(job)));
  return true;
}

function leftMs({ until }: WalletJob): number {
  return Math.max(0, until.getTime() - Date.now());
}

import {
  agentOf,
  operatorsOf,
  type Relayer,
  type RelayWallet,
  relayersOf,
  signerOf,
} from "@/lib/adapters/chain/calls/relayer";
import { type Chain, chainById } from "@/lib/adapters/chain/chains";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Address } from "@/lib/core/chain/hex";
import type { Context, SystemActor } from "@/lib/domain/platform/context";
import { WrongChain } from "@/lib/domain/wallets/nonces/assert-chain";
import { openWallet } from "@/lib/domain/wallets/nonces/wallet-lease";
import { findWalletsOfCalls } from "@/lib/domain/wallets/operator-calls/find-wallets-of-calls";
import { drainWallet, type WalletJob } from "./drain-wallet";
import { isSlotOpen } from "./is-slot-open";
import { shardOf } from "./queue/shard";
import { tasksOf } from "./relay-task";
import { warnOnce } from "./warn-once";

/** What to drain: the named chain and wallet, or all of them. */
export interface DrainRelayInput {
  readonly chainId?: number;
  readonly wallet?: Address;
  /** When to stop, should there still be work. */
  readonly until: Date;
}

/**
 * Does what the relay has to do: signs and sends what is queued, follows each nonce until it is used
 * up at a final block, and decides what became of each payment and each operator's call. Any number may run at once; a crash at
 * any point loses nothing and sends nothing twice.
 * @returns `more`: the time was up before the work was done
 */
export async function drainRelay(
  ctx: Context<SystemActor>,
  { chainId, wallet, until }: DrainRelayInput,
): Promise<{ more: boolean }> {
  const chains = chainId === undefined ? ctx.chains.all : [chainById(ctx.chains, chainId)];
  const jobs = await Promise.all(chains.map((chain) => jobsOf(ctx, chain, until)));
  const wanted = jobs
    .flat()
    .filter(({ relayer }) => wallet === undefined || relayer.address === wallet);
  const outcomes = await Promise.allSettled(wanted.map((job) => drainWallet(ctx, job)));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return { more: outcomes.some((outcome) => outcome.status === "fulfilled" && outcome.value) };
}

/** Of all wallets in service that have work to look for, and of the others that still have slots open. */
async function jobsOf(ctx: Context<SystemActor>, chain: Chain, until: Date): Promise<WalletJob[]> {
  const agent = agentOf(ctx.config);
  const [retired, calls, agentWaits] = await Promise.all([
    ctx.db<{ address: Address }[]>`
      select address from relay_wallets where chain_id = ${chain.id} and retired_at is not null`,
    findWalletsOfCalls(ctx.db, chain.id),
    agent ? hasWork(ctx, chain, agent.address) : false,
  ]);
  const out = new Set(retired.map(({ address }) => address));
  const inService = (list: readonly Relayer[]) => list.filter(({ address }) => !out.has(address));
  const relayers = inService(relayersOf(ctx.config));
  const wallets = relayers.map(({ address }) => address);
  const wanted: Pick<WalletJob, "relayer" | "role">[] = [
    ...relayers.map((relayer) => ({ relayer, role: "relayer" as const })),
    ...inService(calls.operator ? operatorsOf(ctx.config) : []).map((relayer) => ({
      relayer,
      role: "operator" as const,
    })),
    ...inService(agent && agentWaits ? [agent] : []).map((relayer) => ({
      relayer,
      role: "agent" as const,
    })),
  ];
  const opened = await Promise.all(wanted.map(({ relayer }) => open(ctx, chain, relayer.address)));
  const others = await findOthers(ctx, chain, {
    besides: wanted.map(({ relayer }) => relayer.address),
    swept: calls.swept.filter((address) => out.has(address)),
  });
  const jobs = [...wanted.filter((_, index) => opened[index]), ...others];
  return jobs.map((job) => ({ ...job, chain, wallets, until }));
}

/** Whether something waits for the agent's wallet: where there is no agent, the wallet is not opened. */
async function hasWork(ctx: Context<SystemActor>, chain: Chain, wallet: Address): Promise<boolean> {
  const carrier = { role: "agent" as const, shard: shardOf(chain.id, wallet, [wallet]) };
  for (const task of tasksOf(ctx, "agent")) {
    const [row] = await ctx.db<{ waiting: number }[]>`
      select waiting from (${task.waiting(ctx.db, carrier, 1)}) due`;
    if (row && row.waiting > 0) return true;
  }
  return false;
}

/** Wallets out of service that are to be swept, and those with slots open, whose key may be gone. */
async function findOthers(
  { db, config }: Context<SystemActor>,
  chain: Chain,
  { besides, swept }: { besides: readonly Address[]; swept: readonly Address[] },
): Promise<Pick<WalletJob, "relayer" | "role">[]> {
  const rows = await db<RelayWallet[]>`
    select w.address from relay_wallets w
    where w.chain_id = ${chain.id} and w.address <> all (${[...besides]}::bytea[])
      and (w.address = any (${[...swept]}::bytea[]) or (
        select true from relay_batches b
        where b.chain_id = w.chain_id and b.wallet = w.address and ${isSlotOpen(db)} limit 1
      ))`;
  return rows.map((wallet) => ({
    relayer: signerOf(config, wallet.address) ?? wallet,
    role: swept.includes(wallet.address) ? ("retired" as const) : null,
  }));
}

/** A wallet that cannot be opened now is opened by the next run. */
async function open(
  { db, log }: Context<SystemActor>,
  chain: Chain,
  wallet: Address,
): Promise<boolean> {
  try {
    await openWallet(db, chain, wallet);
    return true;
  } catch (error) {
    if (!(isChainTrouble(error) || error instanceof WrongChain)) throw error;
    const fields = { chainId: chain.id, wallet, err: error };
    warnOnce(log, `open:${chain.id}:${wallet}`, fields, "a relay wallet cannot be opened");
    return false;
  }
}

import { isChainTrouble } from "@/lib/adapters/chain/chain-trouble";
import { type Chain, chainById } from "@/lib/adapters/chain/chains";
import { type RelayWallet, relayersOf } from "@/lib/adapters/chain/relayer";
import type { Address } from "@/lib/core/hex";
import type { Context, SystemActor } from "@/lib/domain/context";
import { WrongChain } from "@/lib/domain/relay/nonces/assert-chain";
import { openWallet } from "@/lib/domain/relay/nonces/wallet-lease";
import { drainWallet, type WalletJob } from "./drain-wallet";
import { isSlotOpen } from "./is-slot-open";
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
 * up at a final block, and decides what became of each payment. Any number may run at once; a crash at
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

/** Of all wallets in service that have a key, and of the others that still have slots open. */
async function jobsOf(ctx: Context<SystemActor>, chain: Chain, until: Date): Promise<WalletJob[]> {
  const relayers = relayersOf(ctx.config);
  const retired = await ctx.db<{ address: Address }[]>`
    select address from relay_wallets where chain_id = ${chain.id} and retired_at is not null`;
  const out = new Set(retired.map(({ address }) => address));
  const inService = relayers.filter(({ address }) => !out.has(address));
  const wallets = inService.map(({ address }) => address);
  const [opened, leftover] = await Promise.all([
    Promise.all(wallets.map((address) => open(ctx, chain, address))),
    ctx.db<RelayWallet[]>`
      select w.address from relay_wallets w
      where w.chain_id = ${chain.id} and w.address <> all (${wallets}::bytea[]) and (
        select true from relay_batches b
        where b.chain_id = w.chain_id and b.wallet = w.address and ${isSlotOpen(ctx.db)} limit 1
      )`,
  ]);
  const ready: RelayWallet[] = inService.filter((_, index) => opened[index]);
  const watched = leftover.map(
    (wallet) => relayers.find(({ address }) => address === wallet.address) ?? wallet,
  );
  return [...ready, ...watched].map((relayer) => ({ chain, relayer, wallets, until }));
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

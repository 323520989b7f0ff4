import { isChainTrouble } from "@/lib/adapters/chain/chain-trouble";
import { type Chain, chainById } from "@/lib/adapters/chain/chains";
import { relayersOf } from "@/lib/adapters/chain/relayer";
import type { Address } from "@/lib/core/hex";
import type { Context, SystemActor } from "@/lib/domain/context";
import { WrongChain } from "./assert-chain";
import { drainWallet } from "./drain-wallet";
import { openWallet } from "./wallet-lease";
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
  const relayers = relayersOf(ctx.config);
  const wallets = relayers.map(({ address }) => address);
  const shifts = chains.flatMap((chain) =>
    relayers
      .filter(({ address }) => wallet === undefined || address === wallet)
      .map((relayer) => ({ chain, relayer, wallets, until })),
  );
  const opened = await Promise.all(
    shifts.map(({ chain, relayer }) => open(ctx, chain, relayer.address)),
  );
  const outcomes = await Promise.allSettled(
    shifts.filter((_, index) => opened[index]).map((shift) => drainWallet(ctx, shift)),
  );
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed) throw failed.reason;
  return { more: outcomes.some((outcome) => outcome.status === "fulfilled" && outcome.value) };
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

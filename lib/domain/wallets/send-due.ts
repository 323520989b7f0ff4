import type { Relayer } from "@/lib/adapters/chain/calls/relayer";
import type { Chain } from "@/lib/adapters/chain/chains";
import { readFeeMarket } from "@/lib/adapters/chain/reads/fee-market";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import type { Context } from "@/lib/domain/platform/context";
import { assessWallet } from "./nonces/assess-wallet";
import type { BlockedReason } from "./nonces/block-wallet";
import { feeCap, marketFees, payloadCap } from "./nonces/fees";
import { sendAttempt } from "./nonces/send-attempt";
import { signCall } from "./nonces/sign-call";
import type { WalletLease } from "./nonces/wallet-lease";
import { type Candidate, type Carrier, tasksOf } from "./relay-task";
import { warnOnce } from "./warn-once";

type RelayContext = Pick<Context, "db" | "log" | "config" | "chains" | "modules">;

/** Who sends, and how much it may take. */
export interface Sender {
  readonly chain: Chain;
  readonly relayer: Relayer;
  readonly carrier: Carrier;
  readonly lease: WalletLease;
  /** Free slots. */
  readonly room: number;
}

/** What was sent. */
interface SendResult {
  readonly taken: number;
  /** Transactions. */
  readonly sent: number;
  /** Why the wallet cannot sign, and nothing was reserved. */
  readonly blocked: BlockedReason | null;
}

/**
 * Takes what is due of the wallet's tasks, and signs, stores and sends what would have its effect now: one
 * nonce for each call.
 * @throws WrongChain
 * @throws RpcError, RpcUnavailable when nothing could be sent
 */
export async function sendDue(ctx: RelayContext, sender: Sender): Promise<SendResult> {
  let taken = 0;
  let sent = 0;
  let trouble: unknown = null;
  for (const task of tasksOf(ctx, sender.carrier.role)) {
    const room = sender.room - sent;
    if (room === 0) break;
    try {
      const due = await task.take(ctx, sender.carrier, room);
      taken += due.taken;
      for (const candidate of due.candidates.slice(0, room)) {
        const outcome = await sendCall(ctx, sender, candidate);
        if (outcome === "sent") sent += 1;
        else if (outcome !== "nothing") return { taken, sent, blocked: outcome };
      }
    } catch (error) {
      // What one task cannot find out keeps no other from its work.
      if (!isChainTrouble(error)) throw error;
      trouble ??= error;
    }
  }
  if (trouble !== null && sent === 0) throw trouble;
  return { taken, sent, blocked: null };
}

async function sendCall(
  ctx: RelayContext,
  { chain, relayer, carrier: { role }, lease }: Sender,
  candidate: Candidate,
): Promise<"sent" | "nothing" | BlockedReason> {
  const [call, market] = await Promise.all([
    candidate.examine(relayer.address),
    readFeeMarket(chain.rpc),
  ]);
  if (!call) return "nothing";
  const fees = marketFees(market, payloadCap(feeCap(ctx.config)));
  if (!fees) {
    const fields = { chainId: chain.id, baseFee: String(market.baseFee) };
    warnOnce(ctx.log, `fees:${chain.id}`, fields, "the chain asks for more than the fee cap");
    return "fee_cap";
  }
  const cost = call.gas * fees.maxFeePerGas + call.value;
  const blocked = await assessWallet(ctx, chain, lease, cost);
  if (blocked) return blocked;
  const stored = await signCall(ctx.db, { chain, relayer, role, lease, call, fees });
  if (!stored) return "nothing";
  await sendAttempt(ctx, chain, stored);
  return "sent";
}

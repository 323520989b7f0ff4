import { refundRefIn } from "@/lib/adapters/chain/events/refund-events";
import type { MinedTransfers, Transfer } from "@/lib/adapters/chain/reads/transfers";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { RefundFailure } from "@/lib/core/kinds";

/** What a refund asked for. */
export interface WantedTransfer {
  readonly token: Address;
  readonly amount: bigint;
  readonly payer: Address;
  /** The merchant's wallets, then and now. */
  readonly senders: readonly Address[];
  readonly refundRef: Bytes32;
  readonly createdAt: Date;
  /** The deployment's contracts for refunds. */
  readonly contracts: readonly Address[];
}

/** What a final transaction is to a refund: its transfers that may be it, a reason why none is, or the contract's event decides. */
export type TransferVerdict =
  | { readonly kind: "transfers"; readonly transfers: readonly Transfer[] }
  | { readonly kind: "event" }
  | { readonly kind: "failed"; readonly reason: RefundFailure };

const failed = (reason: RefundFailure): TransferVerdict => ({ kind: "failed", reason });

/**
 * Compares the transaction that was recorded for a refund with what was asked for: the exact amount of the token,
 * from the merchant to the payer, not before the refund was made. Transfers that a contract for refunds made
 * are decided by its event.
 * @param blockTimestamp of its block, in whole seconds
 */
export function judgeTransfer(
  { succeeded, transfers, logs }: Pick<MinedTransfers, "succeeded" | "transfers" | "logs">,
  blockTimestamp: Date,
  wanted: WantedTransfer,
): TransferVerdict {
  if (!succeeded) return failed("transaction_reverted");
  const refs = logs.flatMap((log) => {
    const ref = wanted.contracts.includes(log.address) ? refundRefIn(log) : null;
    return ref ?? [];
  });
  if (refs.includes(wanted.refundRef)) return { kind: "event" };
  if (refs.length > 0) return failed("other_refund");
  const toPayer = transfers.filter(
    ({ token, to }) => token === wanted.token && to === wanted.payer,
  );
  if (toPayer.length === 0) return failed("no_transfer");
  const own = toPayer.filter(({ from }) => wanted.senders.includes(from));
  if (own.length === 0) return failed("sender_mismatch");
  const exact = own.filter(({ amount }) => amount === wanted.amount);
  if (exact.length === 0) return failed("amount_mismatch");
  const madeAt = Math.floor(wanted.createdAt.getTime() / 1_000) * 1_000;
  if (blockTimestamp.getTime() < madeAt) return failed("before_creation");
  return { kind: "transfers", transfers: exact };
}

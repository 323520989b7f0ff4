import type { Address } from "@/lib/core/chain/hex";
import {
  type ExceptionKind,
  paidStatuses,
  type SessionStatus,
  sessionTransitions,
  sourcesOf,
} from "@/lib/core/states";

/** What a session asked for. */
export interface SessionTerms {
  amount: bigint;
  tokenAddress: Address;
  status: SessionStatus;
  /** When it ends, or was closed. */
  expiresAt: Date;
  /** A cancelled session of an invoice: that was voided. */
  invoiceId: string | null;
  /** Another settlement that matches the session came first. */
  taken: boolean;
  /** The settlement's own authorization was relayed for the session while it was open; read after the deadline alone. */
  relayed: boolean;
  /** The session was paid, and its payment is not part of the chain any more; read of paid sessions alone. */
  lost: boolean;
}

/** What came. */
export interface IncomingPayment {
  amount: bigint;
  token: Address;
  blockTimestamp: Date;
}

const payable: readonly SessionStatus[] = sourcesOf(sessionTransitions, "confirmed");

/**
 * Compares a settlement with the session whose emitting contract, merchant and ref it names.
 * `none` is the one that confirms the session; an exception belongs to the transaction and leaves the
 * session open to a later correct payment.
 * - Another token is `underpaid`: none of what was asked for came.
 * - Lateness is judged by the block's time. A payment that was relayed for the open session is in
 *   time whenever it is mined, since the deadline moves with its authorization.
 * - A cancelled session takes what was mined before, and a voided invoice's nothing: `late`.
 * - A paid session whose payment the chain has lost takes it, or another one, whenever it comes.
 */
export function judgeSettlement(settlement: IncomingPayment, asked: SessionTerms): ExceptionKind {
  const { token, amount, blockTimestamp } = settlement;
  if (token !== asked.tokenAddress || amount < asked.amount) return "underpaid";
  if (amount > asked.amount) return "overpaid";
  if (asked.taken) return "duplicate";
  if (paidStatuses.includes(asked.status)) return asked.lost ? "none" : "duplicate";
  if (!payable.includes(asked.status)) return "late";
  const isAfter = blockTimestamp > asked.expiresAt;
  if (asked.status === "cancelled") return isAfter || asked.invoiceId !== null ? "late" : "none";
  return isAfter && !asked.relayed ? "late" : "none";
}

import type { Currency } from "@/lib/core/amounts/money";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { BookDifferenceKind } from "@/lib/core/insight/book-differences";

/** What moved money. */
export type MovementType = "payment" | "charge" | "refund";

/** Money that moved through one of our contracts, as chain or books have it. Amounts in the token's smallest unit. */
export interface Movement {
  readonly type: MovementType;
  readonly deploymentId: string;
  readonly blockNumber: bigint;
  readonly txHash: Bytes32;
  readonly logIndex: number;
  readonly token: Address;
  /** The token's; null of one that its deployment does not have. */
  readonly currency: Currency | null;
  /** Who paid: of a refund the merchant's account. */
  readonly payer: Address;
  /** Who got it: of a refund the payer of what is refunded. */
  readonly payout: Address;
  readonly amount: bigint;
  readonly fee: bigint;
  /** The merchant's id in the registry; null where it is not known. */
  readonly merchant: bigint | null;
}

/** An event of one of our contracts, or the plain transfer of a refund. */
export interface ChainMovement extends Movement {
  /** The one that took it; of refunds the registry, since a plain transfer names none. */
  readonly contract: Address;
}

/** A row of `transactions`. */
export interface BookedMovement extends Movement {
  readonly id: string;
  readonly net: bigint;
  /** It is final in the books as well, or is so soon. */
  readonly isSettled: boolean;
}

/** One thing that books and chain have differently. */
export interface Difference {
  readonly kind: BookDifferenceKind;
  readonly chainId: number;
  readonly blockNumber: bigint;
  readonly txHash: Bytes32 | null;
  readonly logIndex: number | null;
  /** The row; of sums and balances the contract. */
  readonly subject: string | null;
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** Names a log. */
export const placeOf = ({ txHash, logIndex }: Pick<Movement, "txHash" | "logIndex">) =>
  `${txHash} ${logIndex}`;

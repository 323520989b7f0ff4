import { AlertIcon, CheckIcon, ClockIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getTransaction } from "@/lib/contract/payments/transactions";

export type Transaction = ReceivedOutput<typeof getTransaction>;

const looks = {
  pending: { tone: "wait", word: "Becoming final", icon: ClockIcon },
  confirmed: { tone: "good", word: "Final", icon: CheckIcon },
  reorged: { tone: "bad", word: "Removed by a chain reorganization", icon: AlertIcon },
} satisfies Record<Transaction["status"], StateLook>;

/** How a transaction is, in words and a sign. */
export function TransactionState({ status }: Pick<Transaction, "status">) {
  return <StateBadge look={looks[status]} />;
}

export const transactionTypes: Record<Transaction["type"], string> = {
  payment: "Payment",
  subscription_charge: "Subscription charge",
  refund: "Refund",
  agent_job: "Agent job",
  unmatched_deposit: "Unmatched deposit",
};

/** What is special about a transaction's payment; null where nothing is. */
const exceptionWords: Record<Transaction["paymentException"], string | null> = {
  none: null,
  underpaid: "Underpaid",
  overpaid: "Overpaid",
  late: "Paid after it expired",
  duplicate: "Paid twice",
  screening: "Held by screening",
  reverted: "Removed by a chain reorganization after it was confirmed",
};

/**
 * The same of a transaction as it stands: one that screening held is final once it was decided to return it, and a charge
 * is late where its subscription was paused or had ended.
 */
export function exceptionOf(
  transaction: Pick<
    Transaction,
    "type" | "paymentException" | "status" | "amountRefunded" | "amountRefundable"
  >,
): string | null {
  const { type, paymentException, status, amountRefunded, amountRefundable } = transaction;
  if (paymentException === "late" && type === "subscription_charge") {
    return "Charged while it was paused, or after it ended";
  }
  if (paymentException !== "screening" || status !== "confirmed") {
    return exceptionWords[paymentException];
  }
  const isReturned = amountRefunded !== "0" && amountRefundable === "0";
  return isReturned ? "Returned after screening" : "To be returned after screening";
}

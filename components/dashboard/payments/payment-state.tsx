import { AlertIcon, CheckIcon, ClockIcon, CrossIcon, RefundIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getSession } from "@/lib/contract/payments/payment-sessions";
import { openSessionStatuses, paidStatuses } from "@/lib/core/states";

export type Payment = ReceivedOutput<typeof getSession>;

const looks = {
  created: { tone: "neutral", word: "Draft", icon: ClockIcon },
  pending: { tone: "neutral", word: "Open", icon: ClockIcon },
  confirmed: { tone: "good", word: "Paid", icon: CheckIcon },
  refunded: { tone: "accent", word: "Refunded", icon: RefundIcon },
  expired: { tone: "neutral", word: "Expired", icon: AlertIcon },
  cancelled: { tone: "neutral", word: "Cancelled", icon: CrossIcon },
} satisfies Record<Payment["status"], StateLook>;

const inFlight: StateLook = { tone: "wait", word: "In flight", icon: ClockIcon };
const held: StateLook = { tone: "bad", word: "Held by screening", icon: AlertIcon };
const returned: StateLook = { tone: "accent", word: "Refund decided", icon: RefundIcon };

/** Whether a payer has signed it, and it is not final yet. */
const isInFlight = ({ status, payment }: Pick<Payment, "status" | "payment">): boolean =>
  status === "pending" && payment !== null;

/** How a payment is that screening holds, or that is returned after that; null where it is like others. */
function heldLook({ status, hold }: Pick<Payment, "status" | "hold">): StateLook | null {
  if (!hold || paidStatuses.includes(status)) return null;
  if (hold.status !== "refunded") return held;
  return openSessionStatuses.includes(status) ? returned : null;
}

/** How a payment is, in a word and a sign. */
export function PaymentState(
  payment: Pick<Payment, "status" | "payment" | "hold" | "amountRefunded">,
) {
  const { status, amountRefunded } = payment;
  const look = isInFlight(payment) ? inFlight : (heldLook(payment) ?? looks[status]);
  const isPart = status === "confirmed" && amountRefunded !== "0";
  return <StateBadge look={isPart ? { ...look, word: "Partly refunded" } : look} />;
}

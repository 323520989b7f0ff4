import { Badge, type BadgeTone } from "@/components/ui/badge";
import { AlertIcon, CheckIcon, ClockIcon, CrossIcon, RefundIcon } from "@/components/ui/icons";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getSession } from "@/lib/contract/payment-sessions";

export type Payment = ReceivedOutput<typeof getSession>;

interface Look {
  readonly tone: BadgeTone;
  readonly word: string;
  readonly icon: typeof CheckIcon;
}

const looks: Record<Payment["status"], Look> = {
  created: { tone: "neutral", word: "Open", icon: ClockIcon },
  pending: { tone: "wait", word: "In flight", icon: ClockIcon },
  confirmed: { tone: "good", word: "Paid", icon: CheckIcon },
  refunded: { tone: "accent", word: "Refunded", icon: RefundIcon },
  expired: { tone: "neutral", word: "Expired", icon: AlertIcon },
  cancelled: { tone: "neutral", word: "Cancelled", icon: CrossIcon },
};

/** How a payment is, in a word and a sign. */
export function PaymentState({
  status,
  amountRefunded,
}: Pick<Payment, "status" | "amountRefunded">) {
  const { tone, word, icon: Icon } = looks[status];
  const isPart = status === "confirmed" && amountRefunded !== "0";
  return (
    <Badge tone={tone}>
      <Icon className="size-3.5" />
      {isPart ? "Partly refunded" : word}
    </Badge>
  );
}

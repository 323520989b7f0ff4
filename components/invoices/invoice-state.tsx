import { Badge, type BadgeTone } from "@/components/ui/badge";
import { AlertIcon, CheckIcon, ClockIcon, CrossIcon, PenIcon } from "@/components/ui/icons";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getInvoice } from "@/lib/contract/invoices";

export type Invoice = ReceivedOutput<typeof getInvoice>;

interface Look {
  readonly tone: BadgeTone;
  readonly word: string;
  readonly icon: typeof CheckIcon;
}

const looks: Record<Invoice["status"], Look> = {
  draft: { tone: "neutral", word: "Draft", icon: PenIcon },
  sent: { tone: "accent", word: "Sent", icon: ClockIcon },
  overdue: { tone: "bad", word: "Overdue", icon: AlertIcon },
  paid: { tone: "good", word: "Paid", icon: CheckIcon },
  void: { tone: "neutral", word: "Void", icon: CrossIcon },
};

/** How an invoice is, in a word and a sign. */
export function InvoiceState({ status }: Pick<Invoice, "status">) {
  const { tone, word, icon: Icon } = looks[status];
  return (
    <Badge tone={tone}>
      <Icon className="size-3.5" />
      {word}
    </Badge>
  );
}

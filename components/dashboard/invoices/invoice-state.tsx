import { AlertIcon, CheckIcon, ClockIcon, CrossIcon } from "@/components/ui/icons";
import { PenIcon } from "@/components/ui/sign-icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getInvoice } from "@/lib/contract/invoices/invoices";

export type Invoice = ReceivedOutput<typeof getInvoice>;

const looks: Record<Invoice["status"], StateLook> = {
  draft: { tone: "neutral", word: "Draft", icon: PenIcon },
  sent: { tone: "accent", word: "Sent", icon: ClockIcon },
  overdue: { tone: "bad", word: "Overdue", icon: AlertIcon },
  paid: { tone: "good", word: "Paid", icon: CheckIcon },
  void: { tone: "neutral", word: "Void", icon: CrossIcon },
};

/** How an invoice is, in a word and a sign. */
export function InvoiceState({ status }: Pick<Invoice, "status">) {
  return <StateBadge look={looks[status]} />;
}

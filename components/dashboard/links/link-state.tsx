import { CheckIcon } from "@/components/ui/icons";
import { Money } from "@/components/ui/money/money";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import { PauseIcon } from "@/components/ui/work-icons";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { getPaymentLink } from "@/lib/contract/storefronts/payment-links";

export type PaymentLink = ReceivedOutput<typeof getPaymentLink>;

const looks = {
  on: { tone: "good", word: "Active", icon: CheckIcon },
  off: { tone: "neutral", word: "Off", icon: PauseIcon },
} satisfies Record<string, StateLook>;

/** Whether a link can be paid. */
export const LinkState = ({ active }: Pick<PaymentLink, "active">) => (
  <StateBadge look={active ? looks.on : looks.off} />
);

/** What one piece costs: an amount, the bounds between which the payer chooses, or the product's price. */
export function LinkPrice({ amount, minAmount, maxAmount, currency }: PaymentLink) {
  if (currency === null) return <span className="text-muted">Product’s price</span>;
  if (amount !== null) return <Money amount={amount} currency={currency} />;
  if (minAmount === null || maxAmount === null) return null;
  return (
    <>
      <Money amount={minAmount} currency={currency} />
      {" – "}
      <Money amount={maxAmount} currency={currency} />
    </>
  );
}

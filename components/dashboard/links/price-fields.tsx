import { AmountField } from "@/components/ui/money/amount-field";
import { CurrencyField } from "@/components/ui/money/currency-field";
import { areBoundsSwapped, type LinkDraft } from "./link-draft";
import { ProductField } from "./product-field";

interface Props {
  draft: LinkDraft;
  onChange(change: Partial<LinkDraft>): void;
  errorAt(name: string): string | undefined;
}

/** The price of a link: one amount, two bounds, or a product. */
export function PriceFields(props: Props) {
  switch (props.draft.pricing) {
    case "fixed":
      return <FixedPrice {...props} />;
    case "chosen":
      return <Bounds {...props} />;
    case "product":
      return <ProductField {...props} />;
  }
}

function FixedPrice({ draft, onChange, errorAt }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
      <AmountField
        name="amount"
        label="Price"
        example="49.00"
        value={draft.amount}
        currency={draft.currency}
        onChange={(amount) => onChange({ amount })}
        error={errorAt("amount")}
      />
      <CurrencyField value={draft.currency} onChange={(currency) => onChange({ currency })} />
    </div>
  );
}

function Bounds({ draft, onChange, errorAt }: Props) {
  const isSwapped = areBoundsSwapped(draft);
  return (
    <div className="grid grid-cols-2 gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_7rem]">
      <AmountField
        name="minAmount"
        label="Minimum"
        example="5.00"
        value={draft.minAmount}
        currency={draft.currency}
        onChange={(minAmount) => onChange({ minAmount })}
        error={errorAt("minAmount")}
      />
      <AmountField
        name="maxAmount"
        label="Maximum"
        example="500.00"
        value={draft.maxAmount}
        currency={draft.currency}
        onChange={(maxAmount) => onChange({ maxAmount })}
        error={errorAt("maxAmount")}
        wrong={isSwapped && "Enter an amount that is at least the minimum."}
      />
      <CurrencyField value={draft.currency} onChange={(currency) => onChange({ currency })} />
    </div>
  );
}

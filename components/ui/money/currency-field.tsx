import { SelectField } from "@/components/ui/select-field";
import { type Currency, currencies } from "@/lib/core/amounts/money";

interface Props {
  value: Currency;
  error?: string | undefined;
  onChange(currency: Currency): void;
}

/** The choice of a stablecoin. */
export function CurrencyField({ value, error, onChange }: Props) {
  return (
    <SelectField
      name="currency"
      label="Currency"
      value={value}
      error={error}
      onChange={({ target }) => onChange(currencies.find((one) => one === target.value) ?? "USDC")}
    >
      {currencies.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </SelectField>
  );
}

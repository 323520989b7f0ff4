import { AmountField } from "@/components/ui/money/amount-field";
import { SelectField } from "@/components/ui/select-field";
import { TextAreaField } from "@/components/ui/text-area-field";
import { TextField } from "@/components/ui/text-field";
import { type TaxCategory, taxCategories, taxCategoryCodes } from "@/lib/core/invoices/taxes";
import { type DraftLine, faultsOf } from "./invoice-draft";

interface Props {
  line: DraftLine;
  /** Counted from one. */
  number: number;
  currency: string;
  /** What the API says of it. */
  error?: string | undefined;
  onChange(change: Partial<DraftLine>): void;
  /** Null where it is the only one. */
  onRemove: (() => void) | null;
}

/** One line of an invoice that is written. */
export function LineFields({ line, number, currency, error, onChange, onRemove }: Props) {
  const faults = faultsOf(line);
  return (
    <fieldset className="grid gap-3 rounded-xl border border-line p-4">
      <legend className="sr-only">Line {number}</legend>
      <div className="flex items-center justify-between gap-4">
        <span aria-hidden="true" className="text-muted text-sm">
          Line {number}
        </span>
        {onRemove && (
          <button
            type="button"
            onClick={onRemove}
            className="inline-flex min-h-11 items-center text-muted text-sm underline underline-offset-4 hover:text-ink sm:min-h-8"
          >
            Remove<span className="sr-only"> line {number}</span>
          </button>
        )}
      </div>
      <TextAreaField
        label="Description"
        error={error}
        wrong={line.description.trim() === "" && "Enter a description."}
        name={`description[${number}]`}
        required
        rows={1}
        maxLength={500}
        value={line.description}
        onChange={({ target }) => onChange({ description: target.value })}
        className="field-sizing-content"
      />
      <div className="grid grid-cols-[6rem_minmax(0,1fr)] gap-3">
        <TextField
          name={`quantity[${number}]`}
          label="Quantity"
          inputMode="numeric"
          autoComplete="off"
          required
          value={line.quantity}
          onChange={({ target }) => onChange({ quantity: target.value })}
          error={faults.quantity}
          wrong={faults.quantity}
        />
        <AmountField
          name={`price[${number}]`}
          label={`Price in ${currency}`}
          example="95.00"
          value={line.price}
          currency={currency}
          allowsZero
          onChange={(price) => onChange({ price })}
        />
      </div>
      <TaxFields {...{ line, number, onChange }} fault={faults.taxRate} />
    </fieldset>
  );
}

interface TaxProps extends Pick<Props, "line" | "number" | "onChange"> {
  fault: string | undefined;
}

function TaxFields({ line, number, fault, onChange }: TaxProps) {
  const isRated = line.taxCategory === "S";
  return (
    <div className={`grid gap-3 ${isRated ? "grid-cols-[minmax(0,1fr)_7rem]" : ""}`}>
      <SelectField
        name={`tax[${number}]`}
        label="Tax"
        value={line.taxCategory}
        onChange={({ target }) => onChange({ taxCategory: categoryOf(target.value) })}
      >
        <option value="">Not shown</option>
        {taxCategoryCodes.map((code) => (
          <option key={code} value={code}>
            {taxCategories[code]}
          </option>
        ))}
      </SelectField>
      {isRated && (
        <TextField
          name={`rate[${number}]`}
          label="Rate in %"
          inputMode="decimal"
          autoComplete="off"
          placeholder="19"
          required
          value={line.taxRate}
          onChange={({ target }) => onChange({ taxRate: target.value })}
          error={line.taxRate === "" ? undefined : fault}
          wrong={fault}
        />
      )}
    </div>
  );
}

const categoryOf = (value: string): TaxCategory | "" =>
  taxCategoryCodes.find((code) => code === value) ?? "";

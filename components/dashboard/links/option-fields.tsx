import { SelectField } from "@/components/ui/select-field";
import { TextField } from "@/components/ui/text-field";
import { emailRequests } from "@/lib/core/storefronts/storefront-kinds";
import { FieldRows, ProductFieldRows } from "./field-rows";
import { type LinkOptions, quantityOf } from "./link-draft";

const emailWords: Record<LinkOptions["email"], string> = {
  none: "Don’t ask",
  optional: "Ask, optional",
  required: "Ask, required",
};

interface Props {
  options: LinkOptions;
  /** The product that the link sells; null without one. */
  productId: string | null;
  /** False when the payer chooses the amount: then one piece is bought at a time. */
  hasQuantity: boolean;
  onChange(change: Partial<LinkOptions>): void;
  errorAt(name: string): string | undefined;
}

const quantityProblem = "Enter a whole number from 1 to 99.";

/** The questions of a link's page besides the payment, and the page that follows it. */
export function OptionFields(props: Props) {
  const { options, productId, hasQuantity, onChange, errorAt } = props;
  const questions = {
    fields: options.fields,
    error: errorAt("fields"),
    onChange: (fields: LinkOptions["fields"]) => onChange({ fields }),
  };
  const isWrong = quantityOf(options) === null;
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        {hasQuantity && (
          <TextField
            name="maxQuantity"
            label="Maximum quantity"
            hint="The most pieces in one payment, up to 99."
            inputMode="numeric"
            autoComplete="off"
            required
            value={options.maxQuantity}
            wrong={isWrong && quantityProblem}
            error={errorAt("maxQuantity")}
            onChange={({ target }) => onChange({ maxQuantity: target.value })}
          />
        )}
        <SelectField
          name="email"
          label="Payer’s e-mail"
          value={options.email}
          error={errorAt("email")}
          onChange={({ target }) =>
            onChange({ email: emailRequests.find((one) => one === target.value) ?? "none" })
          }
        >
          {emailRequests.map((one) => (
            <option key={one} value={one}>
              {emailWords[one]}
            </option>
          ))}
        </SelectField>
      </div>
      {productId === null ? (
        <FieldRows {...questions} />
      ) : (
        <ProductFieldRows productId={productId} {...questions} />
      )}
      <TextField
        name="successUrl"
        type="url"
        label="Success page"
        hint="The payer returns to this address after paying. Leave it empty to show our receipt."
        placeholder="https://"
        autoComplete="off"
        maxLength={2_000}
        value={options.successUrl}
        error={errorAt("successUrl")}
        onChange={({ target }) => onChange({ successUrl: target.value })}
      />
    </>
  );
}

import { CheckField } from "@/components/ui/check-field";
import { AmountField } from "@/components/ui/money/amount-field";
import { CurrencyField } from "@/components/ui/money/currency-field";
import { SelectField } from "@/components/ui/select-field";
import { TextAreaField } from "@/components/ui/text-area-field";
import { TextField } from "@/components/ui/text-field";
import { productTypes } from "@/lib/core/storefronts/storefront-kinds";
import { planIntervals } from "@/lib/core/subscriptions/subscription-kinds";
import { PictureField } from "./picture-field";
import { intervalCountOf, type ProductDraft, stockOf } from "./product-draft";

const typeWords: Record<ProductDraft["type"], string> = {
  one_time: "Sold once",
  subscription: "Subscription",
};

const intervalWords: Record<ProductDraft["interval"], string> = {
  daily: "Days",
  weekly: "Weeks",
  monthly: "Months of 30 days",
  quarterly: "Quarters of 90 days",
  yearly: "Years of 365 days",
};

interface Props {
  draft: ProductDraft;
  /** A product keeps its type. */
  isNew: boolean;
  /** What has become of the stored picture. */
  imageHint: string | undefined;
  /** Takes a file as the picture: a new product's is kept until it is created. */
  upload(file: File): Promise<"saved" | "kept">;
  keptFile: string | undefined;
  onChange(change: Partial<ProductDraft>): void;
  errorAt(name: string): string | undefined;
}

const imageRule = "The address of a PNG, JPEG, WebP or GIF of at most 2 MB.";

/** The fields of a product. */
export function ProductFields(props: Props) {
  const { draft, isNew, imageHint, upload, keptFile, onChange, errorAt } = props;
  return (
    <>
      <TextField
        name="name"
        label="Name"
        autoComplete="off"
        required
        maxLength={120}
        value={draft.name}
        wrong={draft.name.trim() === "" && "Enter the name that buyers see."}
        error={errorAt("name")}
        onChange={({ target }) => onChange({ name: target.value })}
      />
      <TextAreaField
        label="Description"
        error={errorAt("description")}
        name="description"
        rows={2}
        maxLength={2_000}
        value={draft.description}
        onChange={({ target }) => onChange({ description: target.value })}
        className="field-sizing-content"
      />
      {isNew && (
        <SelectField
          name="type"
          label="How it is sold"
          value={draft.type}
          onChange={({ target }) =>
            onChange({
              type: productTypes.find((one) => one === target.value) ?? "one_time",
              // Only what is sold once is taken from a stock.
              isCounted: false,
            })
          }
        >
          {productTypes.map((one) => (
            <option key={one} value={one}>
              {typeWords[one]}
            </option>
          ))}
        </SelectField>
      )}
      <PriceFields {...props} />
      {draft.type === "one_time" && <StockFields {...props} />}
      <PictureField
        name="imageUrl"
        label="Picture"
        hint={imageHint ?? imageRule}
        value={draft.imageUrl}
        error={errorAt("imageUrl")}
        upload={upload}
        keptFile={keptFile}
        onChange={(imageUrl) => onChange({ imageUrl })}
      />
      <CheckField
        label="On sale"
        checked={draft.isActive}
        onChange={(isActive) => onChange({ isActive })}
      />
    </>
  );
}

function PriceFields({ draft, isNew, onChange, errorAt }: Props) {
  const { type, intervalCount } = draft;
  const isSubscription = type === "subscription";
  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)_7rem] gap-3">
        <AmountField
          name="price"
          label="Price"
          example="12.50"
          value={draft.price}
          currency={draft.currency}
          onChange={(price) => onChange({ price })}
          error={errorAt("price")}
        />
        <CurrencyField
          value={draft.currency}
          error={errorAt("currency")}
          onChange={(currency) => onChange({ currency })}
        />
      </div>
      {isSubscription && (
        <div className="grid grid-cols-[7rem_minmax(0,1fr)] gap-3">
          <TextField
            name="intervalCount"
            label="Every"
            inputMode="numeric"
            autoComplete="off"
            required
            value={intervalCount}
            wrong={intervalCountOf(draft) === null && "Enter a whole number from 1 to 365."}
            error={errorAt("intervalCount")}
            onChange={({ target }) => onChange({ intervalCount: target.value })}
          />
          <SelectField
            name="interval"
            label="Interval"
            value={draft.interval}
            error={errorAt("interval")}
            onChange={({ target }) =>
              onChange({ interval: planIntervals.find((one) => one === target.value) ?? "monthly" })
            }
          >
            {planIntervals.map((one) => (
              <option key={one} value={one}>
                {intervalWords[one]}
              </option>
            ))}
          </SelectField>
        </div>
      )}
      {isSubscription && !isNew && (
        <p className="text-pretty text-muted text-sm">
          A new price or interval creates a new plan. Existing subscribers keep their terms.
        </p>
      )}
    </>
  );
}

function StockFields({ draft, onChange, errorAt }: Props) {
  return (
    <div className="grid gap-2">
      <CheckField
        label="Count the stock"
        checked={draft.isCounted}
        onChange={(isCounted) => onChange({ isCounted })}
      />
      {draft.isCounted && (
        <TextField
          name="stock"
          label="Pieces in stock"
          hint="With the pieces of open checkouts."
          inputMode="numeric"
          autoComplete="off"
          required
          value={draft.stock}
          wrong={stockOf(draft) === null && "Enter a whole number like 12, or 0."}
          error={errorAt("stock")}
          onChange={({ target }) => onChange({ stock: target.value })}
        />
      )}
    </div>
  );
}

import type { ReactNode } from "react";
import { useObject } from "@/components/dashboard/data/use-object";
import { type Product, productsPath } from "@/components/dashboard/storefront/product-kinds";
import { Button } from "@/components/ui/button";
import { CheckField } from "@/components/ui/check-field";
import { Offered } from "@/components/ui/offered";
import { TextField } from "@/components/ui/text-field";
import { type DraftField, fieldsOf } from "./link-draft";

/** As many as a link may have. */
const MOST_FIELDS = 3;

interface Props {
  fields: readonly DraftField[];
  /** Why the API refuses the questions. */
  error: ReactNode;
  onChange(fields: readonly DraftField[]): void;
}

/** The questions that a link's page asks, with a way to add and to remove one. */
export function FieldRows({ fields, error, onChange }: Props) {
  const keys = fieldsOf(fields).map(({ key }) => key);
  const add = () => {
    const row = Math.max(-1, ...fields.map((field) => field.row)) + 1;
    onChange([...fields, { row, key: null, label: "", required: false }]);
  };
  return (
    <fieldset className="grid gap-3 text-sm">
      <legend className="mb-1.5 font-medium">Questions</legend>
      {fields.map((field, at) => (
        <FieldRow
          key={field.row}
          field={field}
          number={at + 1}
          storedAs={keys[at] ?? ""}
          onChange={(change) =>
            onChange(fields.map((one) => (one.row === field.row ? { ...one, ...change } : one)))
          }
          onRemove={() => onChange(fields.filter(({ row }) => row !== field.row))}
        />
      ))}
      {error && (
        <p role="alert" className="text-bad">
          {error}
        </p>
      )}
      <div>
        <Offered why={fields.length < MOST_FIELDS ? null : "A link can ask three questions."}>
          <Button look="secondary" data-adds-row onClick={add}>
            Add question
          </Button>
        </Offered>
      </div>
    </fieldset>
  );
}

/** The questions of a link that sells a product. A subscription can't store answers: it has none. */
export function ProductFieldRows({ productId, ...rows }: Props & { productId: string }) {
  const path = `${productsPath}/{id}`;
  const shown = { resource: "product", id: productId };
  const { data } = useObject<Product>({ path, id: productId, shown, first: null });
  if (data?.type !== "subscription") return <FieldRows {...rows} />;
  if (rows.fields.length === 0) return null;
  return <FieldRows {...rows} error="A link to a subscription can’t ask questions. Remove them." />;
}

interface RowProps {
  field: DraftField;
  /** Counted from one. */
  number: number;
  /** The key of the answer in the payment's metadata. */
  storedAs: string;
  onChange(change: Partial<DraftField>): void;
  onRemove(): void;
}

function FieldRow({ field, number, storedAs, onChange, onRemove }: RowProps) {
  const { label, required } = field;
  return (
    <div className="grid gap-1 rounded-xl border border-line p-4">
      <TextField
        name={`question-${field.row}`}
        label={`Question ${number}`}
        placeholder="Shirt size"
        autoComplete="off"
        required
        maxLength={80}
        value={label}
        wrong={label.trim() === "" && "Enter the question, or remove it."}
        hint={
          label.trim() !== "" && (
            <>
              Answers are stored in the payment’s metadata as{" "}
              <code translate="no" className="wrap-anywhere font-mono text-xs">
                {storedAs}
              </code>
              .
            </>
          )
        }
        onChange={({ target }) => onChange({ label: target.value })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <CheckField
          label={
            <>
              Required<span className="sr-only"> (question {number})</span>
            </>
          }
          checked={required}
          onChange={(checked) => onChange({ required: checked })}
        />
        <button
          type="button"
          onClick={onRemove}
          className="inline-flex min-h-11 items-center text-muted underline underline-offset-4 hover:text-ink"
        >
          Remove<span className="sr-only"> question {number}</span>
        </button>
      </div>
    </div>
  );
}

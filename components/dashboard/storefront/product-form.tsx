"use client";

import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { pictureWords } from "./picture-words";
import { ProductFields } from "./product-fields";
import type { Product } from "./product-kinds";
import { useProductSaving } from "./use-product-saving";

/** Each is told beside its own field. */
export const fields = [
  ...["name", "description", "price", "currency", "interval", "intervalCount"],
  ...["stock", "imageUrl"],
];

interface Props {
  /** Null for a new one. */
  product: Product | null;
  /** The place of a new one: after all others. */
  nextPlace: number;
  onDone(): void;
}

/** Creates a product, or changes one. */
export function ProductForm({ product, nextPlace, onDone }: Props) {
  const saving = useProductSaving(product, nextPlace, onDone);
  const { draft, setDraft, request, save, upload, keptFile, busy, problem } = saving;
  return (
    <Form onSubmit={save} className="grid gap-5">
      <TaskProblem problem={problem} fields={fields} />
      <ProductFields
        draft={draft}
        isNew={product === null}
        imageHint={product ? pictureWords(product.imageStatus) : undefined}
        upload={upload}
        keptFile={keptFile}
        onChange={(change) => setDraft((known) => ({ ...known, ...change }))}
        errorAt={(name) => problemAt(problem, name)}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span className="mr-auto max-sm:basis-full">
          {request && <CopyCurl request={request} />}
        </span>
        <Button look="secondary" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={busy}>
          {product ? "Save" : "Create product"}
        </Button>
      </div>
    </Form>
  );
}

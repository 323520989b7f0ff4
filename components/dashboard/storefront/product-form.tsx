"use client";

import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { problemAt, TaskProblem } from "@/components/account/task-problem";
import { useTask } from "@/components/account/use-task";
import { scopeKey } from "@/components/dashboard/data/query-keys";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { useActing, useApi } from "@/components/dashboard/shell/acting-context";
import { Button } from "@/components/ui/button";
import { Form } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast";
import type {
  createProduct,
  updateProduct,
  uploadProductImage,
} from "@/lib/contract/storefronts/storefront-products";
import { pictureWords } from "./picture-words";
import { changeOf, draftOf, fieldsOf, newDraft } from "./product-draft";
import { ProductFields } from "./product-fields";
import { type Product, productsPath } from "./product-kinds";

const fields = [
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

const path = `${productsPath}/{id}`;

const sending = (file: File) => ({ file, timeoutMs: 60_000 });

/** Creates a product, or changes one. */
export function ProductForm({ product, nextPlace, onDone }: Props) {
  const api = useApi();
  const acting = useActing();
  const client = useQueryClient();
  const { busy, problem, run } = useTask();
  const [draft, setDraft] = useState(() => (product ? draftOf(product) : newDraft));
  // What has changed elsewhere meanwhile, such as the stock by a sale, is not overwritten.
  const [began, setBegan] = useState(product);
  const typed = fieldsOf(draft);
  const created = typed && { ...typed, sortOrder: nextPlace };
  const changed = typed && began && changeOf(began, typed);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if (changed) await api<typeof updateProduct>({ method: "PATCH", path }, changed);
      else if (created) {
        await api<typeof createProduct>({ method: "POST", path: productsPath }, created);
      }
      await client.invalidateQueries({ queryKey: scopeKey(acting) });
      showToast(product ? "Product saved." : "Product created.");
      onDone();
    });
  };
  const upload = async (file: File) => {
    if (!began) return;
    const route = { method: "POST", path: `${path}/image` } as const;
    const after = await api<typeof uploadProductImage>(route, { id: began.id }, sending(file));
    setBegan({ ...began, imageUrl: after.imageUrl });
    setDraft((now) => ({ ...now, imageUrl: after.imageUrl ?? "" }));
    await client.invalidateQueries({ queryKey: scopeKey(acting) });
  };
  return (
    <Form onSubmit={submit} className="grid gap-5">
      <TaskProblem problem={problem} fields={fields} />
      <ProductFields
        draft={draft}
        isNew={product === null}
        imageHint={product ? pictureWords(product.imageStatus) : undefined}
        upload={product && upload}
        onChange={(change) => setDraft({ ...draft, ...change })}
        errorAt={(name) => problemAt(problem, name)}
      />
      <div className="flex flex-wrap items-center justify-end gap-3">
        <span className="mr-auto max-sm:basis-full">
          {changed ? (
            <CopyCurl request={{ method: "PATCH", path, input: changed }} />
          ) : (
            created && <CopyCurl request={{ method: "POST", path: productsPath, input: created }} />
          )}
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

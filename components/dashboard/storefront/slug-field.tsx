"use client";

import { useActing } from "@/components/dashboard/shell/acting-context";
import { TextField } from "@/components/ui/text-field";
import { type ShopDraft, type Storefront, slugProblem } from "./shop-draft";
import { slugWords, useSlugCheck } from "./use-slug-check";

interface Props {
  /** The shop that is changed; null for a new one. */
  shop: Storefront | null;
  draft: ShopDraft;
  onChange(change: Partial<ShopDraft>): void;
  errorAt(name: string): string | undefined;
}

/** The shop's address; below it stands whether it can be had. */
export function SlugField({ shop, draft: { slug }, onChange, errorAt }: Props) {
  const { origin, mode } = useActing();
  const problem = slugProblem(slug);
  const answer = useSlugCheck(slug, shop?.slug ?? null);
  const isLeft = shop?.status === "published" && slug !== shop.slug;
  const address = `${origin}/s/${slug || "…"}${mode === "test" ? "?mode=test" : ""}`;
  const said = slug === "" ? null : (problem ?? (answer && slugWords(answer)));
  const isFree = problem === null && answer?.available;
  return (
    <TextField
      name="slug"
      label="Address"
      hint={
        <>
          <span className="wrap-anywhere">{address}</span>
          {isLeft && (
            <span className="mt-1 block">
              The old address stops working immediately. For 30 days, only you can use it again.
            </span>
          )}
        </>
      }
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
      value={slug}
      wrong={problem ?? undefined}
      error={errorAt("slug")}
      status={said && <span className={isFree ? "text-good" : "text-bad"}>{said}</span>}
      onChange={({ target }) => onChange({ slug: target.value })}
    />
  );
}

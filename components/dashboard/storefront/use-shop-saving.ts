"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTask } from "@/components/account/use-task";
import { useApi } from "@/components/dashboard/shell/acting-context";
import { showToast } from "@/components/ui/toast";
import type {
  getStorefront,
  saveStorefront,
  uploadStorefrontCover,
  uploadStorefrontLogo,
} from "@/lib/contract/storefronts/storefronts";
import type { ShopPicture } from "./look-fields";
import {
  inputOf,
  type ShopDraft,
  type ShopInput,
  type Storefront,
  storedInput,
} from "./shop-draft";

export const shopPath = "/v1/storefront";
type Upload = typeof uploadStorefrontLogo | typeof uploadStorefrontCover;
const uploads = {
  logoUrl: { method: "POST", path: "/v1/storefront/logo" },
  coverImageUrl: { method: "POST", path: "/v1/storefront/cover" },
} as const;
const sending = (file: File) => ({ file, timeoutMs: 60_000 });

/** What a shop's form asks of the API. */
function useShopCalls() {
  const api = useApi();
  return {
    read: () => api<typeof getStorefront>({ method: "GET", path: shopPath }, {}),
    save: (input: ShopInput) =>
      api<typeof saveStorefront>({ method: "POST", path: shopPath }, input),
    send: (field: ShopPicture, file: File) => api<Upload>(uploads[field], {}, sending(file)),
  };
}

export interface ShopFormProps {
  /** The shop that is changed; null for a new one. */
  readonly shop: Storefront | null;
  /** What the form began with. */
  readonly base: ShopDraft;
  readonly draft: ShopDraft;
  onChange(change: Partial<ShopDraft>): void;
  /** @param sent what the form showed when it was saved */
  onSaved(shop: Storefront, sent: ShopDraft): void;
}

/** Saves a shop: what was typed goes over the shop as it is stored then, which other pages may have changed. */
export function useShopSaving({ shop, base, draft, onChange, onSaved }: ShopFormProps) {
  const router = useRouter();
  const { busy, problem, run } = useTask();
  const { read, save, send } = useShopCalls();
  const [sentSlug, setSentSlug] = useState("");
  const input = inputOf(draft);
  const submit = () =>
    void run(async () => {
      if (!input) return;
      setSentSlug(input.slug);
      const sent = shop ? storedInput(await read(), base, draft) : null;
      onSaved(await save(sent ?? input), draft);
      showToast("Shop saved.");
    });
  const upload = async (field: ShopPicture, file: File) => {
    const after = await send(field, file);
    onChange({ [field]: after[field] ?? "" });
    onSaved(after, base);
    // The server tells where the stored picture is.
    router.refresh();
    return "saved" as const;
  };
  return { input, submit, upload, busy, problem, sentSlug };
}

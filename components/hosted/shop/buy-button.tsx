"use client";

import type { ProblemWords } from "@/components/hosted/words/shop/shop-words";
import { Button } from "@/components/ui/button";
import { callOwnAccount } from "@/lib/client/own-account";
import type { checkoutProduct } from "@/lib/contract/storefronts/public-store";
import { sayProblem } from "./checkout-problem";
import { useCheckout } from "./use-checkout";

interface Props {
  slug: string;
  productId: string;
  /** A path of ours to return to; null for the page of thanks. */
  returnPath: string | null;
  merchant: string;
  /** What the button says, and its name for who hears it. */
  label: string;
  name: string;
  words: ProblemWords;
  wide?: boolean;
}

const route = {
  method: "POST",
  path: "/store/{slug}/products/{productId}/checkout",
  isPublic: true,
} as const;

/** Begins to buy one piece, or to subscribe. */
export function BuyButton(props: Props) {
  const { slug, productId, returnPath, merchant, label, name, words, wide } = props;
  const { busy, problem, checkOut } = useCheckout();
  const input = { slug, productId, ...(returnPath !== null && { returnPath }) };
  const buy = () => void checkOut(() => callOwnAccount<typeof checkoutProduct>(route, input));
  return (
    <div>
      <Button wide={wide ?? false} busy={busy} aria-label={name} onClick={buy}>
        {label}
      </Button>
      <p role="status" className="mt-2 text-bad text-sm empty:hidden">
        {problem && sayProblem(words, problem, merchant)}
      </p>
    </div>
  );
}

import type { ReactNode } from "react";
import { TestBar } from "@/components/hosted/test-bar";
import type { SayHosted } from "@/components/hosted/words/hosted/hosted-words";
import type { Shop } from "@/lib/contract/storefronts/hosted-shop";
import { AccentStyle } from "./accent-style";

interface Props {
  shop: Pick<Shop, "accentColor" | "mode">;
  /** Of the answer, for the style of the accent. */
  nonce: string | undefined;
  say: SayHosted;
  children: ReactNode;
}

/** Every page of a shop: in the shop's color, and in test mode with the bar that says so. */
export const ShopSurround = ({ shop: { accentColor, mode }, nonce, say, children }: Props) => (
  <>
    {accentColor && <AccentStyle color={accentColor} nonce={nonce} />}
    {mode === "test" && <TestBar say={say} />}
    {children}
  </>
);

import type { ComponentType } from "react";
import { walletPart } from "@/components/hosted/pay/later-screens";
import type { Screen } from "@/components/hosted/pay/screen-of";
import { ChooseWallet } from "@/components/hosted/pay/screens/choose-wallet";
import { useLaterCode } from "@/components/hosted/pay/use-later-code";
import { walletSteps } from "@/components/hosted/pay/wallet-controller";
import { laterPart } from "@/lib/client/later-part";
import type { SubscribeScreen } from "./subscribe-state";
import { walletSide } from "./subscriber";

/** What may come first is hydrated with the page; the rest is loaded before it is needed. */
const first: Partial<Record<Screen | SubscribeScreen, ComponentType>> = {
  looking: ChooseWallet,
  choose: ChooseWallet,
  archived: NotOffered,
  closed: NotOffered,
};

const closedPlan = laterPart(() => import("./screens/closed-plan"));

function NotOffered() {
  const part = useLaterCode(closedPlan);
  return part && <part.default />;
}

/** Screens of a connected wallet that are as on the pay page, with nothing beside them. */
const walletScreens = new Set<Screen | SubscribeScreen>([
  "wrong_network",
  "checking",
  "insufficient",
  "blocked",
]);

function componentOf(screen: Screen | SubscribeScreen): ComponentType | undefined {
  const Wallet = walletScreens.has(screen) ? walletPart.loaded?.default : undefined;
  return first[screen] ?? walletSteps.loaded?.connectScreens[screen] ?? Wallet;
}

/** The page's own screen, or the one of the wallet's steps. */
export function CurrentScreen({ screen }: { screen: Screen | SubscribeScreen }) {
  const Current = componentOf(screen);
  const Side = walletSide.loaded?.default;
  return <div data-screen={screen}>{Current ? <Current /> : Side && <Side screen={screen} />}</div>;
}

/** Signing is one screen that changes in place; every other screen comes in afresh. */
export function screenKey(screen: string): string {
  return screen === "confirm" || screen.startsWith("sign_") ? "sign" : screen;
}

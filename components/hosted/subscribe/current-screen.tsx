import type { ComponentType } from "react";
import type { Screen } from "@/components/hosted/pay/screen-of";
import { ChooseWallet } from "@/components/hosted/pay/screens/choose-wallet";
import { Connecting, ConnectRefused } from "@/components/hosted/pay/screens/connecting";
import { NoWallet } from "@/components/hosted/pay/screens/no-wallet";
import { walletPart } from "@/components/hosted/pay/wallet-controller";
import { Archived, Closed } from "./screens/closed-plan";
import { Sending } from "./screens/sending";
import type { SubscribeScreen } from "./subscribe-state";
import { walletSide } from "./subscriber";

/** What may come first is hydrated with the page, and not after it. */
const first: Partial<Record<Screen | SubscribeScreen, ComponentType>> = {
  looking: ChooseWallet,
  choose: ChooseWallet,
  no_wallet: NoWallet,
  connecting: Connecting,
  connect_refused: ConnectRefused,
  archived: Archived,
  closed: Closed,
  sending: Sending,
};

/** Screens of a connected wallet that are as on the pay page. */
const walletScreens = new Set<Screen | SubscribeScreen>([
  "wrong_network",
  "checking",
  "insufficient",
  "blocked",
  "cannot_sign",
  "not_deployed",
]);

/** The page's own screen, or the one of the wallet's steps. */
export function CurrentScreen({ screen }: { screen: Screen | SubscribeScreen }) {
  const Current = first[screen] ?? (walletScreens.has(screen) ? walletPart.Part : undefined);
  const { Side } = walletSide;
  return <div data-screen={screen}>{Current ? <Current /> : Side && <Side screen={screen} />}</div>;
}

/** Signing is one screen that changes in place; every other screen comes in afresh. */
export function screenKey(screen: string): string {
  return screen === "confirm" || screen.startsWith("sign_") ? "sign" : screen;
}

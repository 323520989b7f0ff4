import type { ComponentType } from "react";
import { usePay } from "./pay-context";
import type { FirstScreen, Screen } from "./screen-of";
import { ChooseWallet } from "./screens/choose-wallet";
import { Failed, Over } from "./screens/closed";
import { Connecting, ConnectRefused } from "./screens/connecting";
import { Relaying, Seen, Submitted } from "./screens/in-flight";
import { NoWallet } from "./screens/no-wallet";
import { Receipt, Refunded } from "./screens/receipt";
import { walletPart } from "./wallet-controller";

const first: Record<FirstScreen, ComponentType> = {
  looking: ChooseWallet,
  choose: ChooseWallet,
  no_wallet: NoWallet,
  connecting: Connecting,
  connect_refused: ConnectRefused,
  relaying: Relaying,
  submitted: Submitted,
  seen: Seen,
  confirmed: Receipt,
  refunded: Refunded,
  failed: Failed,
  review: Over,
  returned: Over,
  expired: Over,
  cancelled: Over,
  unavailable: Over,
};

const screens: Partial<Record<Screen, ComponentType>> = first;

/** The screen of the page's state. What may come first is hydrated with the page, and not after it. */
export function PayScreen() {
  const { screen } = usePay();
  const Current = screens[screen] ?? walletPart.Part;
  return <div data-screen={screen}>{Current && <Current />}</div>;
}

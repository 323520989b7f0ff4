import type { ComponentType } from "react";
import { outcomePart, walletPart } from "./later-screens";
import { usePay } from "./pay-context";
import { type FirstScreen, isUnpaid, type Screen } from "./screen-of";
import { ChooseWallet } from "./screens/choose-wallet";
import { useLaterCode } from "./use-later-code";
import { walletSteps } from "./wallet-controller";

const first: Record<FirstScreen, ComponentType> = {
  looking: ChooseWallet,
  choose: ChooseWallet,
};

const screens: Partial<Record<Screen, ComponentType>> = first;

/** What is first is there with the page; the rest is loaded before it is needed. */
function componentOf(screen: Screen): ComponentType | undefined {
  if (!isUnpaid(screen)) return Outcome;
  const connecting = walletSteps.loaded?.connectScreens[screen];
  return screens[screen] ?? connecting ?? walletPart.loaded?.default;
}

/** How a payment goes on and ended. */
function Outcome() {
  const part = useLaterCode(outcomePart);
  return part && <part.default />;
}

/** The screen of the page's state. */
export function PayScreen() {
  const { screen } = usePay();
  const Current = componentOf(screen);
  return <div data-screen={screen}>{Current && <Current />}</div>;
}

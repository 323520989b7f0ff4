import type { ComponentType } from "react";
import { usePay } from "./pay-context";
import type { Screen } from "./screen-of";
import { ChooseWallet } from "./screens/choose-wallet";
import { Cancelled, Expired, Failed, Held, Unavailable } from "./screens/closed";
import { Connecting, ConnectRefused } from "./screens/connecting";
import { Relaying, Seen, Submitted } from "./screens/in-flight";
import { NoWallet } from "./screens/no-wallet";
import { Receipt, Refunded } from "./screens/receipt";
import { Refused } from "./screens/refused";
import { SignPayment } from "./screens/sign-payment";
import { Checking, Insufficient, Unusable } from "./screens/wallet-trouble";
import { WrongNetwork } from "./screens/wrong-network";

const screens: Record<Screen, ComponentType> = {
  looking: ChooseWallet,
  choose: ChooseWallet,
  no_wallet: NoWallet,
  connecting: Connecting,
  connect_refused: ConnectRefused,
  wrong_network: WrongNetwork,
  checking: Checking,
  blocked: Unusable,
  cannot_sign: Unusable,
  insufficient: Insufficient,
  confirm: SignPayment,
  sign_1: SignPayment,
  sign_2: SignPayment,
  sign_refused: SignPayment,
  relaying: Relaying,
  refused: Refused,
  submitted: Submitted,
  seen: Seen,
  confirmed: Receipt,
  refunded: Refunded,
  failed: Failed,
  review: Held,
  expired: Expired,
  cancelled: Cancelled,
  unavailable: Unavailable,
};

/** The screen of the page's state. */
export function PayScreen() {
  const { screen } = usePay();
  const Current = screens[screen];
  return (
    <div data-screen={screen}>
      <Current />
    </div>
  );
}

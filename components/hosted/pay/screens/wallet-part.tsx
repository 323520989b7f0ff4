import type { ComponentType } from "react";
import { usePay } from "@/components/hosted/pay/pay-context";
import type { WalletScreen } from "@/components/hosted/pay/screen-of";
import { Checking } from "./checking";
import { Insufficient } from "./insufficient";
import { PayOn } from "./pay-on";
import { Refused } from "./refused";
import { SignPayment } from "./sign-payment";
import { Unusable } from "./unusable";
import { WrongNetwork } from "./wrong-network";

const screens: Record<WalletScreen, ComponentType> = {
  pay_on: PayOn,
  checking: Checking,
  wrong_network: WrongNetwork,
  insufficient: Insufficient,
  blocked: Unusable,
  cannot_sign: Unusable,
  not_deployed: Unusable,
  confirm: SignPayment,
  sign_1: SignPayment,
  sign_2: SignPayment,
  sign_refused: SignPayment,
  refused: Refused,
};

/** From a connected wallet to its two signatures; its code is loaded while the wallet opens. */
export default function WalletPart() {
  const { screen } = usePay();
  const known: Partial<Record<string, ComponentType>> = screens;
  const Current = known[screen];
  return Current ? <Current /> : null;
}

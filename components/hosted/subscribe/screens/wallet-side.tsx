import type { ComponentType } from "react";
import { walletPart } from "@/components/hosted/pay/later-screens";
import type { Screen } from "@/components/hosted/pay/screen-of";
import { StuckOffer } from "@/components/hosted/subscribe/batch/batch-offer";
import {
  BatchAsked,
  BatchOver,
  BatchSent,
} from "@/components/hosted/subscribe/batch/batch-screens";
import type {
  SubscribeScreen,
  WalletSideScreen,
} from "@/components/hosted/subscribe/subscribe-state";
import { Creating } from "./creating";
import { Failed } from "./failed";
import { Mandate } from "./mandate";
import { RefusedMandate } from "./refused-mandate";
import { Sending } from "./sending";
import { Enrolled, Subscribed } from "./subscribed";

const screens: Record<WalletSideScreen | "cannot_sign" | "not_deployed", ComponentType> = {
  cannot_sign: Stuck,
  not_deployed: Stuck,
  batch_asked: BatchAsked,
  batch_sent: BatchSent,
  batch_over: BatchOver,
  sending: Sending,
  creating: Creating,
  failed: Failed,
  enrolled: Enrolled,
  subscribed: Subscribed,
};

/** A wallet whose signatures are of no use here may send the subscription itself. */
function Stuck() {
  const Wallet = walletPart.loaded?.default;
  return (
    <>
      {Wallet && <Wallet />}
      <StuckOffer />
    </>
  );
}

/** What a connected wallet signs and has; its code is loaded once a wallet is chosen. */
export default function WalletSide({ screen }: { screen: Screen | SubscribeScreen }) {
  const known: Partial<Record<string, ComponentType>> = screens;
  const Current = known[screen] ?? (screen === "refused" ? RefusedMandate : Mandate);
  return <Current />;
}

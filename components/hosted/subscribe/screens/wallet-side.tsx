import type { ComponentType } from "react";
import type { Screen } from "@/components/hosted/pay/screen-of";
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

const screens: Record<WalletSideScreen, ComponentType> = {
  batch_asked: BatchAsked,
  batch_sent: BatchSent,
  batch_over: BatchOver,
  sending: Sending,
  creating: Creating,
  failed: Failed,
  enrolled: Enrolled,
  subscribed: Subscribed,
};

/** What a connected wallet signs and has; its code is loaded once a wallet is chosen. */
export default function WalletSide({ screen }: { screen: Screen | SubscribeScreen }) {
  const known: Partial<Record<string, ComponentType>> = screens;
  const Current = known[screen] ?? (screen === "refused" ? RefusedMandate : Mandate);
  return <Current />;
}

import type { ComponentType } from "react";
import { usePay } from "@/components/hosted/pay/pay-context";
import type { OutcomeScreen } from "@/components/hosted/pay/screen-of";
import { Failed, Over } from "./closed";
import { Relaying, Seen, Submitted } from "./in-flight";
import { Receipt, Refunded } from "./receipt";

const screens: Record<OutcomeScreen, ComponentType> = {
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

/** From the signatures on their way to a payment that is over. */
export default function OutcomePart() {
  const { screen } = usePay();
  const known: Partial<Record<string, ComponentType>> = screens;
  const Current = known[screen];
  return Current ? <Current /> : null;
}

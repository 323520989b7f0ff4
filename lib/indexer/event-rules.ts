import type { ContractKind } from "@/lib/core/contract-kinds";
import type { EventRule } from "./event-rule";
import { chargeRefunded } from "./rules/charge-refunded";
import { paymentRefunded } from "./rules/payment-refunded";
import { paymentSettled } from "./rules/payment-settled";
import { platformEvents } from "./rules/platform-events";
import { registryEvents } from "./rules/registry-events";
import { subscriptionEvents } from "./rules/subscription-events";

/** Every event that is read. */
const eventRules: readonly EventRule[] = [
  ...paymentSettled,
  ...paymentRefunded,
  ...chargeRefunded,
  ...registryEvents,
  ...platformEvents,
  ...subscriptionEvents,
];

/** The rules for a contract's events. */
export function rulesOf(contract: { kind: ContractKind; version: number }): EventRule[] {
  return eventRules.filter(
    ({ kind, version }) => kind === contract.kind && version === contract.version,
  );
}

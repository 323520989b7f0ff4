import type { Bytes32 } from "@/lib/core/chain/hex";
import { jobEventKinds } from "./job-events";
import { paymentSettledTopic } from "./payment-events";
import { platformEventKinds } from "./platform-events";
import { chargeRefundedTopic, paymentRefundedTopic } from "./refund-events";
import { registryEventKinds } from "./registry-events";
import {
  subscriptionCancelledTopic,
  subscriptionChargedTopic,
  subscriptionCreatedTopic,
} from "./subscription-events";
import { treasuryEventKinds } from "./treasury-events";

/** The first topics of the logs of our contracts that are booked; others have no effect of themselves. */
export const bookedTopics: ReadonlySet<Bytes32> = new Set([
  ...[registryEventKinds, platformEventKinds, jobEventKinds, treasuryEventKinds].flatMap((kinds) =>
    kinds.map(({ topic }) => topic),
  ),
  ...[paymentSettledTopic, paymentRefundedTopic, chargeRefundedTopic],
  ...[subscriptionCreatedTopic, subscriptionChargedTopic, subscriptionCancelledTopic],
]);

import type { TransactionSql } from "@/db/client";
import type { Context } from "@/lib/domain/platform/context";
import { queueCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";
import type { SubscriptionRow } from "./subscription-rows";

/** What the call that ends a subscription is told of it. */
type EndedSubscription = Pick<
  SubscriptionRow,
  "id" | "merchantId" | "mode" | "deploymentId" | "chainId"
>;

/**
 * Asks for the call that ends a subscription on the chain, once, in the transaction that ends it here. One that the
 * chain does not have yet is asked for when its enrolment is final.
 */
export async function queueOnchainCancel(
  { log }: Pick<Context, "log">,
  tx: TransactionSql,
  { id, merchantId, mode, deploymentId, chainId }: EndedSubscription,
): Promise<void> {
  const { count } = await tx`
    update subscriptions set onchain_cancel = 'queued'
    where id = ${id} and onchain_cancel = 'none' and enrolled_at is not null`;
  if (count === 0) return;
  const by = { name: "job", reason: null };
  const kind = "cancel_subscription";
  const columns = { kind, merchantId, mode, deploymentId, chainId, subscriptionId: id } as const;
  const call = await queueCall(tx, by, columns);
  log.info({ subscriptionId: id, callId: call.id }, "a subscription is to be ended on the chain");
}

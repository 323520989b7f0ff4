import type { Db } from "@/db/client";
import type { subscriptions } from "@/db/schema/subscriptions";
import { readOperator } from "@/lib/adapters/chain/calls/registry-calls";
import { encodeCancel, readSubscriptionState } from "@/lib/adapters/chain/calls/subscription-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import { readLatestBlock } from "@/lib/adapters/chain/reads/latest-block";
import { zeroAddress } from "@/lib/core/chain/hex";
import { liveSubscriptionStatuses } from "@/lib/core/states";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { CALL_GAS, type CallPlan, type PlanContext } from "./call-plan";
import type { WantedCall } from "./wanted-call";

type Cancellation = Extract<WantedCall, { kind: "cancel_subscription" }>;
type EndedSubscription = Pick<
  typeof subscriptions.$inferSelect,
  "status" | "onchainId" | "onchainCancel"
>;

/**
 * Plans the end on the chain of a subscription that has ended here. One that its payer or merchant has ended there, or
 * whose time is over, needs no call.
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function planCancellation(
  { db }: PlanContext,
  wanted: Cancellation,
): Promise<CallPlan> {
  const { deployment } = wanted;
  const { rpc } = deployment.chain;
  const [row, signer] = await Promise.all([
    readEnded(db, wanted),
    readOperator(rpc, addressOf(deployment, "registry")),
  ]);
  if (!row) {
    const now = "The merchant has no such subscription there.";
    return { verdict: "refuse", failure: "subscription_unknown", now, signer };
  }
  const { status, onchainId, onchainCancel } = row;
  if (liveSubscriptionStatuses.includes(status)) {
    const now = `The subscription is ${status}: it has to be cancelled first.`;
    return { verdict: "refuse", failure: "subscription_live", now, signer };
  }
  const [state, { timestamp }] = await Promise.all([
    readSubscriptionState(rpc, deployment, onchainId),
    readLatestBlock(deployment.chain),
  ]);
  if (state.payer === zeroAddress) {
    const now = "The contract has no such subscription.";
    return { verdict: "wait", failure: "not_enrolled", now, signer };
  }
  if (state.cancelled) {
    const now = "The contract has ended the subscription.";
    if (onchainCancel === "confirmed") return { verdict: "done", now, signer };
    return { verdict: "wait", failure: "awaiting_finality", now, signer };
  }
  if (state.endAt !== 0n && state.endAt <= timestamp) {
    return { verdict: "done", now: "The subscription's time is over.", signer };
  }
  const now = `The subscription is ${status}, and could be charged on the chain.`;
  const to = addressOf(deployment, "subscriptions");
  const data = encodeCancel(onchainId);
  return { verdict: "call", to, data, gas: CALL_GAS, value: 0n, now, signer };
}

async function readEnded(
  db: Db,
  { deployment: { id, mode }, merchantId, subscriptionId }: Cancellation,
): Promise<EndedSubscription | null> {
  const [row] = await db<EndedSubscription[]>`
    select status, onchain_id, onchain_cancel from subscriptions
    where id = ${subscriptionId} and deployment_id = ${id} and ${ownedBy(db, { merchantId, mode })}`;
  return row ?? null;
}

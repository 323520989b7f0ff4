import type { z } from "zod";
import { addressOf, deploymentById } from "@/lib/adapters/chain/chains";
import type { subscriptionPlan } from "@/lib/contract/subscriptions/subscription-plans";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import type { PlanRow } from "./plan-rows";

export type PlanView = z.output<typeof subscriptionPlan>;
type Viewer = Pick<Context, "chains" | "config">;

/** A plan as its merchant sees it. */
export function viewPlan({ chains, config }: Viewer, row: PlanRow): PlanView {
  const deployment = deploymentById(chains, row.deploymentId);
  return {
    ...row,
    object: "subscription_plan",
    intervalSeconds: Number(row.intervalSeconds),
    checkoutUrl: `${config.APP_URL}/subscribe/${row.id}`,
    chainId: deployment.chain.id,
    registryAddress: addressOf(deployment, "registry"),
    subscriptionsAddress: addressOf(deployment, "subscriptions"),
  };
}

/** A plan as anyone with its link sees it. */
export function viewPublicPlan(viewer: Viewer, row: PlanRow): PlanView {
  return { ...viewPlan(viewer, row), metadata: {} };
}

/** A publishable key is in a browser's hands: it sees what is on offer, and what anyone may. */
export const isInBrowser = (actor: MerchantActor): boolean =>
  actor.kind === "key" && actor.keyKind === "publishable";

import type { Db } from "@/db/client";
import type { merchantRegistrations } from "@/db/schema/merchants";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import type { CallPlan } from "./call-plan";

/** A merchant's registration, as of the chain's final block. */
export type Standing = Pick<
  typeof merchantRegistrations.$inferSelect,
  "chainMerchantId" | "feeBps" | "nextFeeBps" | "status" | "settleUntil"
>;

/** Reads where a merchant stands in a deployment's registry; null when it is not in it. */
export async function readStanding(
  db: Db,
  { deployment: { id, mode }, merchantId }: { deployment: Deployment; merchantId: string },
): Promise<Standing | null> {
  const [row] = await db<Standing[]>`
    select chain_merchant_id, fee_bps, next_fee_bps, status, settle_until from merchant_registrations
    where ${ownedBy(db, { merchantId, mode })} and deployment_id = ${id} and status <> 'none'`;
  return row ?? null;
}

/** Of a merchant that its registry has closed: nothing is called for it, once that is final. */
export function closed({ status }: Standing, common: Pick<CallPlan, "now" | "signer">): CallPlan {
  return status === "closed"
    ? { verdict: "refuse", failure: "merchant_closed", ...common }
    : { verdict: "wait", failure: "awaiting_finality", ...common };
}

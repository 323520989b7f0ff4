import type { Db } from "@/db/client";
import { contractOf } from "@/lib/adapters/chain/chains";
import { readMerchantCount } from "@/lib/adapters/chain/registry-calls";
import type { OperatorCallState } from "@/lib/core/states";
import type { CallPlan, PlanContext } from "./call-plan";
import { readKnownRegistrations } from "./read-known-registrations";
import type { OfMerchant } from "./wanted-call";

/**
 * Plans the change of a fee of a merchant that its registry does not have. It waits for a registration that is on its
 * way, and ends with one that has failed: the next one is made with the fee of its day.
 * @throws RpcError, RpcUnavailable
 */
export async function planUnregistered(
  { db }: PlanContext,
  wanted: OfMerchant,
  signer: CallPlan["signer"],
): Promise<CallPlan> {
  const { chain } = wanted.deployment;
  const registry = contractOf(wanted.deployment, "registry");
  const [last, known, count] = await Promise.all([
    readLastRegistration(db, wanted),
    readKnownRegistrations(db, wanted),
    readMerchantCount(chain.rpc, registry.address),
  ]);
  const now = "The merchant is not in the registry.";
  const wait = (failure: string): CallPlan => ({ verdict: "wait", failure, now, signer });
  if (known.ownId !== null) return wait("awaiting_finality");
  if (known.count !== count) return wait("registry_not_read");
  const isComing = last !== null && last !== "refused" && last !== "failed";
  if (isComing) return wait("not_registered");
  return { verdict: "refuse", failure: "not_registered", now, signer };
}

/** What became of the merchant's registration that was asked for last; null where none was. */
async function readLastRegistration(
  db: Db,
  { deployment: { id }, merchantId }: OfMerchant,
): Promise<OperatorCallState | null> {
  const [row] = await db<{ state: OperatorCallState }[]>`
    select state from operator_calls
    where deployment_id = ${id} and merchant_id = ${merchantId} and kind = 'register'
    order by number desc limit 1`;
  return row?.state ?? null;
}

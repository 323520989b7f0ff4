import { readMerchantCount } from "@/lib/adapters/chain/calls/registry-calls";
import { contractOf } from "@/lib/adapters/chain/chains";
import type { CallPlan, PlanContext } from "./call-plan";
import { readKnownRegistrations } from "./read-known-registrations";
import { readLastRegistration } from "./read-last-registration";
import type { OfMerchant } from "./wanted-call";

/**
 * Plans the change of a fee or status of a merchant that its registry does not have. It waits for a registration that is on
 * its way, and ends with one that has failed: the next one is made with the fee and status of its day.
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

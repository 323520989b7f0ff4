import {
  operatorCallData,
  readMerchantCount,
  readOperator,
} from "@/lib/adapters/chain/calls/registry-calls";
import { contractOf } from "@/lib/adapters/chain/chains";
import { CALL_GAS, type CallPlan, type PlanContext } from "./call-plan";
import { readKnownRegistrations } from "./read-known-registrations";
import { readStanding } from "./read-standing";
import type { WantedCall } from "./wanted-call";

/**
 * Plans a merchant's registration. The registry gives each call a new id, so nothing is signed before every
 * registration that the chain has is known here, and none of them names the merchant.
 * @throws RpcError, RpcUnavailable
 */
export async function planRegistration(
  { db }: PlanContext,
  wanted: Extract<WantedCall, { kind: "register" }>,
): Promise<CallPlan> {
  const { deployment, merchantId } = wanted;
  const registry = contractOf(deployment, "registry");
  const { rpc } = deployment.chain;
  const [standing, known, count, signer] = await Promise.all([
    readStanding(db, wanted),
    readKnownRegistrations(db, wanted),
    readMerchantCount(rpc, registry.address),
    readOperator(rpc, registry.address),
  ]);
  if (standing) {
    const now = `The merchant is number ${standing.chainMerchantId} of the registry.`;
    return { verdict: "done", now, signer };
  }
  if (known.ownId !== null) {
    const now = `Number ${known.ownId} of the registry names the merchant; it is not final.`;
    return { verdict: "wait", failure: "awaiting_finality", now, signer };
  }
  const now = `The registry has ${count} merchants, and not this one.`;
  if (known.count !== count) return { verdict: "wait", failure: "registry_not_read", now, signer };
  const data = operatorCallData.register({ ...wanted, id: merchantId });
  return { verdict: "call", to: registry.address, data, gas: CALL_GAS, value: 0n, now, signer };
}

import type { Db } from "@/db/client";
import {
  operatorCallData,
  type RegistryRecord,
  readOperator,
  readRecord,
} from "@/lib/adapters/chain/calls/registry-calls";
import { contractOf } from "@/lib/adapters/chain/chains";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { CALL_GAS, type CallPlan, type PlanContext } from "./call-plan";
import { planUnregistered } from "./plan-unregistered";
import { closed, readStanding } from "./read-standing";
import type { WantedCall } from "./wanted-call";

type StatusCall = Extract<WantedCall, { kind: "suspend" | "reactivate" | "close" }>;

const wantedStatus = { suspend: "suspended", reactivate: "active", close: "closed" } as const;

/**
 * Plans the change of a merchant's status. A merchant is closed once none of its payments is on its way.
 * @throws RpcError, RpcUnavailable
 */
export async function planStatus(ctx: PlanContext, wanted: StatusCall): Promise<CallPlan> {
  const { db } = ctx;
  const { deployment, kind } = wanted;
  const registry = contractOf(deployment, "registry");
  const { rpc } = deployment.chain;
  const [standing, signer] = await Promise.all([
    readStanding(db, wanted),
    readOperator(rpc, registry.address),
  ]);
  if (!standing) return planUnregistered(ctx, wanted, signer);
  const record = await readRecord(rpc, registry.address, standing.chainMerchantId);
  const now = describe(record);
  if (record.status === wantedStatus[kind]) {
    if (standing.status !== record.status) {
      return { verdict: "wait", failure: "awaiting_finality", now, signer };
    }
    // The registry keeps the time of the first suspension.
    const isOther = kind === "suspend" && record.settleUntil !== settleSeconds(wanted);
    if (!isOther) return { verdict: "done", now, signer };
    return { verdict: "refuse", failure: "suspended_until_otherwise", now, signer };
  }
  if (record.status === "closed") return closed(standing, { now, signer });
  if (kind === "close" && (await hasSubmissions(db, wanted))) {
    return { verdict: "wait", failure: "submissions_in_flight", now, signer };
  }
  const data = dataOf(wanted, standing.chainMerchantId);
  return { verdict: "call", to: registry.address, data, gas: CALL_GAS, value: 0n, now, signer };
}

function describe({ status, settleUntil }: RegistryRecord): string {
  if (status !== "suspended") return `The merchant is ${status}.`;
  const until = new Date(Number(settleUntil) * 1000).toISOString();
  return settleUntil === 0n
    ? "The merchant is suspended, and none of its payments can be paid."
    : `The merchant is suspended; open payments can be paid until ${until}.`;
}

function settleSeconds(wanted: StatusCall): bigint {
  const until = wanted.kind === "suspend" ? wanted.settleUntil : null;
  return until === null ? 0n : BigInt(Math.floor(until.getTime() / 1000));
}

function dataOf(wanted: StatusCall, id: bigint) {
  switch (wanted.kind) {
    case "suspend":
      return operatorCallData.suspend(id, Number(settleSeconds(wanted)));
    case "reactivate":
      return operatorCallData.reactivate(id);
    case "close":
      return operatorCallData.close(id);
  }
}

/** Whether a payment of the merchant is on its way that the closed registry would refuse. */
async function hasSubmissions(
  db: Db,
  { deployment: { id, mode }, merchantId }: StatusCall,
): Promise<boolean> {
  const open = await db`
    select from relay_submissions s
    where s.id = any (array(select submission_id from relay_open_submissions))
      and ${ownedBy(db, { merchantId, mode }, "s")} and s.deployment_id = ${id} limit 1`;
  return open.length > 0;
}

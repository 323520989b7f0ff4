import { contractOf, deploymentById } from "@/lib/adapters/chain/chains";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getMerchantChainStatus } from "@/lib/contract/merchant-account";
import type { Address, Bytes32 } from "@/lib/core/hex";
import type { Context, SessionActor } from "@/lib/domain/context";
import { liveReasons } from "./live-eligibility";
import { readStanding } from "./request-registration";

type Status = OutputOf<typeof getMerchantChainStatus>;
type Prerequisite = Status["prerequisites"][number];

interface Row {
  payout: Address | null;
  txHash: Bytes32 | null;
}

/** How far a merchant's registration in the request's mode is, and what is to be done first. */
export async function getChainStatus(ctx: Context<SessionActor>): Promise<Status> {
  const { actor, db, chains } = ctx;
  const { merchantId, mode } = actor;
  const { deploymentId, chainMerchantId, isUnderWay } = await readStanding(ctx, db, actor);
  const deployment = deploymentById(chains, deploymentId);
  const [row] = await db<Row[]>`
    select case when ${mode} = 'live' then m.payout_address else m.test_payout_address end as payout,
      (
        select c.tx_hash from operator_calls c
        where c.merchant_id = m.id and c.deployment_id = ${deploymentId} and c.kind = 'register'
        order by c.number desc limit 1
      ) as tx_hash
    from merchants m where m.id = ${merchantId}`;
  const isRegistered = chainMerchantId !== null;
  return {
    object: "chain_status",
    mode,
    chainId: deployment.chainId,
    registryAddress: contractOf(deployment, "registry").address,
    status: isRegistered ? "registered" : isUnderWay ? "registering" : "unregistered",
    chainMerchantId: chainMerchantId?.toString() ?? null,
    txHash: row?.txHash ?? null,
    prerequisites: isRegistered || isUnderWay ? [] : await missing(ctx, row?.payout ?? null),
  };
}

async function missing(ctx: Context<SessionActor>, payout: string | null): Promise<Prerequisite[]> {
  const address: Prerequisite[] =
    payout === null
      ? [
          {
            code: "payout_address_missing",
            message: "Say which wallet payments go to.",
            action: { label: "Set payout address", href: "/dashboard/settings/onchain" },
          },
        ]
      : [];
  if (ctx.actor.mode === "test") return address;
  const reasons = await liveReasons(ctx);
  return [
    ...address,
    ...reasons.map(({ missing: fields, ...reason }) => withMissing(reason, fields)),
  ];
}

const withMissing = (
  reason: Omit<Prerequisite, "missing">,
  fields: readonly string[] | undefined,
): Prerequisite => (fields ? { ...reason, missing: [...fields] } : reason);

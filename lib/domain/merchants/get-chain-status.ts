import { contractOf, deploymentById } from "@/lib/adapters/chain/chains";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { getMerchantChainStatus } from "@/lib/contract/merchants/merchant-account";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { liveReasons } from "./live-eligibility";
import { readStanding } from "./request-registration";

type Status = OutputOf<typeof getMerchantChainStatus>;
type Prerequisite = Status["prerequisites"][number];

interface Row {
  payout: Address | null;
  /** Of the last call that was to register it; null before there was one. */
  txHash: Bytes32 | null;
  failure: string | null;
}

/** How far a merchant's registration in the request's mode is, and what is to be done first. */
export async function getChainStatus(ctx: Context<SessionActor>): Promise<Status> {
  const { actor, db, chains } = ctx;
  const { merchantId, mode } = actor;
  const { deploymentId, chainMerchantId, isUnderWay } = await readStanding(ctx, db, actor);
  const deployment = deploymentById(chains, deploymentId);
  const [row] = await db<Row[]>`
    select case when ${mode} = 'live' then m.payout_address else m.test_payout_address end as payout,
      c.tx_hash, c.failure
    from merchants m left join lateral (
      select tx_hash, failure from operator_calls
      where merchant_id = m.id and deployment_id = ${deploymentId} and kind = 'register'
      order by number desc limit 1
    ) c on true
    where m.id = ${merchantId}`;
  const isRegistered = chainMerchantId !== null;
  return {
    object: "chain_status",
    mode,
    chainId: deployment.chainId,
    registryAddress: contractOf(deployment, "registry").address,
    status: isRegistered ? "registered" : isUnderWay ? "registering" : "unregistered",
    chainMerchantId: chainMerchantId?.toString() ?? null,
    txHash: row?.txHash ?? null,
    failure: isRegistered ? null : (row?.failure ?? null),
    prerequisites: isRegistered || isUnderWay ? [] : await missing(ctx, row?.payout ?? null),
  };
}

const withoutAddress: Prerequisite = {
  code: "payout_address_missing",
  message: "Set the wallet that payments go to.",
  action: { label: "Set payout address", href: "/dashboard/settings/onchain" },
};

const withoutProof: Prerequisite = {
  code: "wallet_proof_missing",
  message: "Sign with the wallet that payments go to.",
  action: { label: "Sign with your wallet", href: "/dashboard/settings/onchain" },
};

async function missing(ctx: Context<SessionActor>, payout: string | null): Promise<Prerequisite[]> {
  const address = payout === null ? [withoutAddress] : [];
  if (ctx.actor.mode === "test") return address;
  return [...address, ...(await livePrerequisites(ctx))];
}

/** What else is to be done before a merchant is registered in live mode. */
export async function livePrerequisites(ctx: Context<SessionActor>): Promise<Prerequisite[]> {
  const reasons = await liveReasons(ctx);
  return [
    ...reasons.map(({ missing: fields, ...reason }) => withMissing(reason, fields)),
    withoutProof,
  ];
}

const withMissing = (
  reason: Omit<Prerequisite, "missing">,
  fields: readonly string[] | undefined,
): Prerequisite => (fields ? { ...reason, missing: [...fields] } : reason);

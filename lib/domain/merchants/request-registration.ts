import type { TransactionSql } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { Address } from "@/lib/core/chain/hex";
import type { Tier } from "@/lib/core/merchants/merchant-states";
import { feeBpsOf } from "@/lib/core/merchants/platform-fees";
import { openCallStates } from "@/lib/core/states";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, SessionActor } from "@/lib/domain/platform/context";
import { usableDeployments } from "@/lib/domain/platform/deployments/choose-deployment";
import { queueCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";

type Requester = Pick<Context<SessionActor>, "chains" | "actor" | "config" | "requestId">;

/** What the registry says of a merchant in a mode, or is about to. */
export interface Standing {
  readonly deploymentId: string;
  readonly chainMerchantId: bigint | null;
  readonly owner: Address | null;
  readonly payout: Address | null;
  /** A call that registers it is open. */
  readonly isUnderWay: boolean;
}

/** Reads where a merchant stands in the registry that new payments of a mode use. */
export async function readStanding(
  { chains }: Pick<Context, "chains">,
  db: TransactionSql | Context["db"],
  { merchantId, mode }: Pick<SessionActor, "merchantId" | "mode">,
): Promise<Standing> {
  const [deployment] = usableDeployments(
    { chains },
    { mode, chainId: undefined, kind: "processor" },
  );
  const [row] = await db<Standing[]>`
    select d.id as deployment_id, r.chain_merchant_id, r.owner, r.payout, exists (
      select from operator_calls c
      where c.deployment_id = d.id and c.merchant_id = ${merchantId} and c.kind = 'register'
        and c.state in (${stateList(db, openCallStates)})
    ) as is_under_way
    from deployments d left join merchant_registrations r
      on r.deployment_id = d.id and r.merchant_id = ${merchantId} and r.mode = ${mode}
        and r.status <> 'none'
    where d.id = ${deployment.id}`;
  if (!row) throw new Error("a configured deployment has its row");
  return row;
}

/**
 * Has a merchant registered by the operator's wallet, unless it is, or is about to be. The caller has locked the merchant.
 */
export async function requestRegistration(
  ctx: Requester,
  tx: TransactionSql,
  { tier, payout, owner }: { tier: Tier; payout: Address; owner: Address },
): Promise<void> {
  const { actor, chains, config } = ctx;
  const standing = await readStanding(ctx, tx, actor);
  if (standing.chainMerchantId !== null || standing.isUnderWay) return;
  const [deployment] = usableDeployments(
    { chains },
    { mode: actor.mode, chainId: undefined, kind: "processor" },
  );
  const row = await queueCall(
    tx,
    { name: "merchant", reason: null },
    {
      kind: "register",
      deploymentId: deployment.id,
      mode: actor.mode,
      chainId: deployment.chainId,
      merchantId: actor.merchantId,
      owner,
      payout,
      feeBps: feeBpsOf(tier, config.PLATFORM_FEES),
    },
  );
  await recordAudit(ctx, tx, {
    action: "operator_call.register",
    subject: { type: "operator_call", id: row.id },
    before: null,
    after: { ...row },
  });
}

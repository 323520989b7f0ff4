import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { inSlices } from "@/db/pipelined";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";

/** That the owner of a merchant's treasury has set something in it, in a block. */
export interface TreasuryChange {
  readonly chainMerchantId: bigint;
  readonly deploymentId: string;
  readonly blockNumber: bigint;
  /** Whether it set the policy. */
  readonly setsPolicy: boolean;
  /** Tells it apart from every other. */
  readonly key: string;
}

/**
 * Notes the blocks in which treasuries were changed. They are read once the block is final; one that is replaced costs a
 * reading that finds nothing new.
 */
export async function seeTreasuryChanges(
  _ctx: Pick<Context, "log">,
  tx: TransactionSql,
  changes: readonly TreasuryChange[],
): Promise<void> {
  await inSlices(changes, async (slice) => {
    await tx`
      insert into agent_treasury_looks (deployment_id, merchant_id, due_at, seen_block,
        policy_block)
      select r.deployment_id, r.merchant_id, clock_now(), max(c."blockNumber"),
        max(c."blockNumber") filter (where c."setsPolicy")
      from json_to_recordset(${asRows(slice)}::text::json)
        as c("deploymentId" text, "chainMerchantId" numeric, "blockNumber" bigint,
          "setsPolicy" boolean)
      join merchant_registrations r on r.deployment_id = c."deploymentId"
        and r.chain_merchant_id = c."chainMerchantId"
      group by r.deployment_id, r.merchant_id
      order by r.deployment_id, r.merchant_id
      on conflict (deployment_id, merchant_id) do update
        set seen_block = greatest(agent_treasury_looks.seen_block, excluded.seen_block),
          policy_block = greatest(agent_treasury_looks.policy_block, excluded.policy_block)`;
  });
}

/** Has treasuries read that were changed in blocks which have become final, and their merchants' proposals looked at. */
export async function applyTreasuryChanges(
  tx: TransactionSql,
  { chainId, through }: { readonly chainId: number; readonly through: bigint },
): Promise<void> {
  const changed = await tx<{ deploymentId: string; merchantId: string }[]>`
    with due as (
      select l.deployment_id, l.merchant_id from agent_treasury_looks l
      join deployments d on d.id = l.deployment_id and d.chain_id = ${chainId}
      where l.seen_block <= ${through}
      order by l.deployment_id, l.merchant_id for no key update of l
    )
    update agent_treasury_looks l set due_at = clock_now(), seen_block = null
    from due where l.deployment_id = due.deployment_id and l.merchant_id = due.merchant_id
    returning l.deployment_id, l.merchant_id`;
  if (changed.length === 0) return;
  await tx`
    update agent_jobs j set next_check_at = clock_now()
    from json_to_recordset(${asRows(changed)}::text::json)
      as c("deploymentId" text, "merchantId" text)
    where j.deployment_id = c."deploymentId" and j.merchant_id = c."merchantId"
      and j.proposal = 'done' and j.chain_job_id is null and j.next_check_at is not null`;
  await wake(tx, wakes.treasuries, { chainId });
  await wake(tx, wakes.relay, { chainId });
}

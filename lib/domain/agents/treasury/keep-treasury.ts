import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { agentOf } from "@/lib/adapters/chain/calls/relayer";
import { deploymentById } from "@/lib/adapters/chain/chains";
import type { ChainPolicy } from "@/lib/adapters/chain/reads/agent-treasury";
import { isInStep, policyOf, vendorChanges } from "@/lib/core/agents/compare-policy";
import type { CommerceSettings } from "@/lib/core/agents/decide-approval";
import { digits } from "@/lib/core/amounts/money";
import { type Address, zeroAddress } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import { queueMail } from "@/lib/domain/mails/queue-mail";
import type { Context } from "@/lib/domain/platform/context";
import { treasuryMails } from "./treasury-mails";

/** A treasury as the chain has it at a final block. */
export interface ReadTreasury {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly deploymentId: string;
  readonly address: Address;
  readonly block: bigint;
  readonly policy: ChainPolicy;
  /** Every token of the deployment has the rate that it has here. */
  readonly isPriced: boolean;
  /** What is kept back of tokens, by their address; digits in the smallest unit. */
  readonly reserves: Readonly<Record<Address, string>>;
  /** Of the vendors that were asked about, those that the owner has listed. */
  readonly listed: readonly Address[];
  readonly settings: CommerceSettings;
}

/** An owner who changes settings needs a moment for the wallet; after that they are mailed. */
const PATIENCE_MINUTES = 60;

/**
 * Keeps what was read of a treasury, and since when it differs from what the merchant has set. The merchant is mailed
 * once it has differed for an hour, once each time.
 */
export async function keepTreasury(
  ctx: Pick<Context, "chains" | "config">,
  tx: TransactionSql,
  read: ReadTreasury,
): Promise<void> {
  const { merchantId, mode, deploymentId, policy, listed, settings } = read;
  const { chainId } = deploymentById(ctx.chains, deploymentId);
  const wanted = policyOf(settings, agentOf(ctx.config)?.address ?? zeroAddress);
  const { add, remove } = vendorChanges(listed, settings.approvedVendors);
  const isListed = add.length === 0 && remove.length === 0;
  const inStep = isInStep(policy, wanted) && read.isPriced && isListed;
  const [row] = await tx<{ isLate: boolean }[]>`
    insert into agent_treasuries (deployment_id, merchant_id, mode, chain_id, address, read_block,
      read_at, agent, evaluator, threshold_cents, monthly_cap_cents, vendor_day_cents,
      is_priced, reserves, out_of_step_since)
    values (${deploymentId}, ${merchantId}, ${mode}, ${chainId}, ${read.address}, ${read.block},
      clock_now(), ${policy.agent}, ${policy.evaluator}, ${digits(policy.thresholdCents)}::numeric,
      ${digits(policy.monthlyCapCents)}::numeric, ${digits(policy.vendorDayCents)}::numeric,
      ${read.isPriced}, ${tx.json(read.reserves)}, case when not ${inStep} then clock_now() end)
    on conflict (deployment_id, merchant_id) do update set read_block = excluded.read_block,
      read_at = excluded.read_at, agent = excluded.agent, evaluator = excluded.evaluator,
      threshold_cents = excluded.threshold_cents, monthly_cap_cents = excluded.monthly_cap_cents,
      vendor_day_cents = excluded.vendor_day_cents, is_priced = excluded.is_priced,
      reserves = excluded.reserves,
      out_of_step_since = case when excluded.out_of_step_since is not null
        then coalesce(agent_treasuries.out_of_step_since, excluded.out_of_step_since) end,
      told_out_of_step = agent_treasuries.told_out_of_step and excluded.out_of_step_since is not null
    where agent_treasuries.read_block <= excluded.read_block
    returning not told_out_of_step and coalesce(
      out_of_step_since <= clock_now() - ${PATIENCE_MINUTES} * interval '1 minute', false) as is_late`;
  if (!row) return;
  await keepVendors(tx, read);
  if (row.isLate) await tellOutOfStep(tx, read, chainId);
}

async function keepVendors(tx: TransactionSql, read: ReadTreasury): Promise<void> {
  const { deploymentId, merchantId, listed, block } = read;
  await tx`
    insert into agent_vendors (deployment_id, merchant_id, vendor, read_block)
    select ${deploymentId}, ${merchantId}, hex_bytes(vendor), ${block}
    from json_to_recordset(${asRows(listed.map((vendor) => ({ vendor })))}::text::json)
      as v(vendor text)
    on conflict (deployment_id, merchant_id, vendor) do update set read_block = excluded.read_block`;
  await tx`
    delete from agent_vendors
    where deployment_id = ${deploymentId} and merchant_id = ${merchantId} and read_block < ${block}`;
}

async function tellOutOfStep(
  tx: TransactionSql,
  { deploymentId, merchantId, mode }: ReadTreasury,
  chainId: number,
): Promise<void> {
  const [row] = await tx<{ since: Date | null }[]>`
    update agent_treasuries set told_out_of_step = true
    where deployment_id = ${deploymentId} and merchant_id = ${merchantId}
    returning out_of_step_since as since`;
  const about = `${deploymentId}:${merchantId}:${row?.since?.toISOString()}`;
  await queueMail(tx, treasuryMails.outOfStep, { merchantId, mode, about, chainId });
}

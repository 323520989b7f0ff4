import type { TransactionSql } from "@/db/client";
import { fundingOf, manualReasonOf } from "@/lib/core/agents/decide-approval";
import { centsOf } from "@/lib/core/agents/job-cents";
import { decisionDays } from "@/lib/core/agents/job-states";
import { type Currency, digits } from "@/lib/core/amounts/money";
import { type Address, refOf } from "@/lib/core/chain/hex";
import { randomBase62 } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { queueJobMail } from "./job-mails";
import { type JobRow, readJob } from "./job-rows";
import { noteApproval } from "./note-job-activity";
import { eurUsdMillionths } from "./read-commerce";
import { type Commerce, isVendorListed } from "./require-commerce";
import { sumSpending } from "./sum-spending";
import { tellJob } from "./tell-job";

/** As long as an invoice's, which a page names as well. */
const PUBLIC_ID_LENGTH = 22;

/** What is bought. */
interface NewJob {
  readonly id: string;
  readonly vendorAddress: Address;
  readonly assessorAddress?: Address | undefined;
  readonly description: string;
  /** Smallest unit of the token. */
  readonly amount: bigint;
  readonly currency: Currency;
  readonly expiresInDays: number;
}

/** Writes a job, approved if the limits allow it, and tells of it. The caller has locked the spending. */
export async function insertJob(
  ctx: Context<MerchantActor>,
  tx: TransactionSql,
  commerce: Commerce,
  job: NewJob,
): Promise<JobRow> {
  const { merchantId, mode } = ctx.actor;
  const { deployment, treasury, token } = commerce;
  const { id, vendorAddress, assessorAddress = null, description, amount, currency } = job;
  const cents = centsOf(amount, currency, eurUsdMillionths(ctx.config));
  const approval = await approvalOf(tx, ctx, commerce, { vendorAddress, assessorAddress, cents });
  const isApproved = approval.manualReason === null;
  const { count } = await tx`
    insert into agent_jobs (id, merchant_id, mode, public_id, deployment_id, chain_id, status,
      vendor_address, assessor_address, evaluator_address, treasury_address, description, amount,
      currency, token_address, usd_cents, manual_reason, funding, approved_at, expires_in_days,
      expires_at, proposal, proposal_id, due_at)
    select ${id}, ${merchantId}, ${mode}, ${randomBase62(PUBLIC_ID_LENGTH)}, ${deployment.id},
      ${deployment.chainId}, ${isApproved ? "approved" : "pending_approval"}, ${vendorAddress},
      ${assessorAddress}, ${assessorAddress ?? treasury.address}, ${treasury.address},
      ${description}, ${digits(amount)}::numeric, ${currency}, ${token.address},
      ${digits(cents)}::numeric, ${approval.manualReason}, ${approval.funding},
      case when ${isApproved} then clock_now() end, ${job.expiresInDays}, t.at,
      case when ${isApproved} then 'queued' end, ${refOf(id)},
      t.at - ${decisionDays} * interval '1 day'
    from (select date_trunc('second', clock_now()) + ${job.expiresInDays} * interval '1 day' as at) t`;
  if (count !== 1) throw new Error("a job was not written");
  const row = await readJob(tx, id);
  await tellJob(ctx, tx, "agent.job_proposed", row);
  if (!isApproved) {
    await queueJobMail(tx, row, "approval");
    return row;
  }
  await noteApproval(tx, row);
  await wake(tx, wakes.relay, { chainId: deployment.chainId });
  return row;
}

async function approvalOf(
  tx: TransactionSql,
  { actor }: Context<MerchantActor>,
  { settings, treasury }: Commerce,
  judged: { cents: bigint; vendorAddress: Address; assessorAddress: Address | null },
) {
  const { cents, vendorAddress, assessorAddress } = judged;
  const proposal = {
    cents,
    vendor: vendorAddress,
    assessor: assessorAddress,
    isVendorListed: await isVendorListed(tx, treasury, vendorAddress),
    settings,
    policy: treasury,
    sums: await sumSpending(tx, actor, vendorAddress),
  };
  const manualReason = manualReasonOf(proposal);
  return { manualReason, funding: manualReason === null ? fundingOf(proposal) : null };
}

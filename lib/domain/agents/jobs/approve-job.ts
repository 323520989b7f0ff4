import { type TransactionSql, transaction } from "@/db/client";
import type { approveJob as declaration } from "@/lib/contract/agents/jobs";
import type { InputOf } from "@/lib/contract/endpoint";
import { exceedsCap, fundingOf } from "@/lib/core/agents/decide-approval";
import { type AgentJobStatus, openJobStatuses } from "@/lib/core/agents/job-states";
import { digits } from "@/lib/core/amounts/money";
import { checksumAddress } from "@/lib/core/chain/hex";
import { invalidRequest, invalidState } from "@/lib/core/errors";
import { wakes } from "@/lib/core/operations/wakes";
import type { TreasuryRow } from "@/lib/domain/agents/treasury/read-places";
import { refuseInactive } from "@/lib/domain/merchants/refuse-inactive";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, PreparedVerb, SessionActor } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { readClock } from "@/lib/domain/platform/read-clock";
import { refuseUnscreened } from "./create-job";
import { findJob, type JobRow, lockOwnJob } from "./job-rows";
import { lockSpending } from "./lock-spending";
import { isVendorListed, requireSettings } from "./require-commerce";
import { screenVendor } from "./screen-vendor";
import { sumSpending } from "./sum-spending";
import { type JobView, viewJob } from "./view";

type Input = InputOf<typeof declaration>;

/**
 * Approves a job that waits for a person, who may state its terms again. The caps of the settings and of the treasury's
 * policy, as they are by now, hold for persons too.
 * @throws Refusal `not_found`
 * @throws Refusal `invalid_request` with `terms_changed` or `vendor_blocked`; `api_error` with `screening_unavailable`
 * @throws Refusal `session_invalid_state` with `job_approved`, `job_ended`, `job_expired`, `cap_exceeded`,
 * `capability_disabled` or `commerce_unavailable`
 */
export const approveJob: PreparedVerb<SessionActor, Input, null, JobView> = {
  async prepare(ctx, input) {
    const row = await findJob(ctx.db, ctx.actor, input.id);
    refuseState(row, await readClock(ctx.db));
    refuseOtherTerms(row, input);
    refuseUnscreened(await screenVendor(ctx, row, "agent_job_approval"));
    return null;
  },

  async run(ctx, input) {
    return transaction(ctx.db, async (tx) => {
      await lockSpending(tx, ctx.actor);
      await refuseInactive(tx, ctx.actor);
      const row = await lockOwnJob(tx, ctx.actor, input.id);
      const now = await readClock(tx);
      refuseState(row, now);
      refuseOtherTerms(row, input);
      await approve(ctx, tx, row);
      return viewJob(ctx, await lockOwnJob(tx, ctx.actor, row.id), now);
    });
  },
};

/** The job is locked, and so is the spending. */
async function approve(ctx: Context<SessionActor>, tx: TransactionSql, row: JobRow): Promise<void> {
  const settings = await requireSettings(tx, ctx.actor);
  const treasury = await readTreasury(tx, row);
  const proposal = {
    cents: row.usdCents,
    vendor: row.vendorAddress,
    assessor: row.assessorAddress,
    isVendorListed: await isVendorListed(tx, treasury, row.vendorAddress),
    settings,
    policy: treasury,
    sums: await sumSpending(tx, ctx.actor, row.vendorAddress),
  };
  if (exceedsCap(proposal)) throw capExceeded(proposal);
  const funding = fundingOf(proposal);
  const { count } = await tx`
    update agent_jobs set status = 'approved', approved_at = clock_now(),
      approved_by = ${ctx.actor.userId}, funding = ${funding}, proposal = 'queued'
    where id = ${row.id} and status = 'pending_approval'`;
  if (count !== 1) throw new Error("The job was locked, and changed");
  await recordAudit(ctx, tx, {
    action: "agent_job.approve",
    subject: { type: "agent_job", id: row.id },
    before: { status: row.status },
    after: { status: "approved", amount: row.amount, vendorAddress: row.vendorAddress, funding },
  });
  await wake(tx, wakes.relay, { chainId: row.chainId });
}

async function readTreasury(tx: TransactionSql, row: JobRow): Promise<TreasuryRow> {
  const [treasury] = await tx<TreasuryRow[]>`
    select * from agent_treasuries
    where deployment_id = ${row.deploymentId} and merchant_id = ${row.merchantId}
      and mode = ${row.mode} and address = ${row.treasuryAddress}`;
  if (treasury) return treasury;
  throw invalidState("The job's treasury is not on the chain any more.", {
    reason: "commerce_unavailable",
  });
}

function refuseState({ status: currentStatus, submitBy }: JobRow, now: Date): void {
  const waiting: AgentJobStatus = "pending_approval";
  if (currentStatus !== waiting) {
    const isOpen = openJobStatuses.includes(currentStatus);
    const message = isOpen ? "The job is already approved." : `The job is ${currentStatus}.`;
    throw invalidState(message, { reason: isOpen ? "job_approved" : "job_ended", currentStatus });
  }
  if (now < submitBy) return;
  const message = "The vendor could not submit the work in time any more: create another job.";
  throw invalidState(message, { reason: "job_expired", currentStatus });
}

/** A person approves what they were shown, and nothing that was put in its place. */
function refuseOtherTerms(row: JobRow, { id: _, ...stated }: Input): void {
  const { amount, currency, vendorAddress, evaluatorAddress } = row;
  const expected = { amount, currency, vendorAddress, evaluatorAddress };
  for (const [param, value] of Object.entries(expected)) {
    const given = stated[param as keyof typeof expected];
    if (given === undefined || given === value) continue;
    throw invalidRequest(param, "The job has other terms: look at it again.", {
      reason: "terms_changed",
      expected: {
        amount: digits(amount),
        currency,
        vendorAddress: checksumAddress(vendorAddress),
        evaluatorAddress: checksumAddress(evaluatorAddress),
      },
    });
  }
}

function capExceeded({
  settings,
  policy,
}: Pick<Parameters<typeof exceedsCap>[0], "settings" | "policy">) {
  const caps = [settings.monthlySpendCapUsdCents, policy?.monthlyCapCents ?? null];
  const lowest = caps.reduce((one, other) =>
    one === null || (other !== null && other < one) ? other : one,
  );
  const message = "The job would lift the spending of 30 days above the cap: raise the cap first.";
  return invalidState(message, { reason: "cap_exceeded", capUsdCents: digits(lowest ?? 0n) });
}

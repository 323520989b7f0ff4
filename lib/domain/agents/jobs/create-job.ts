import { type TransactionSql, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import type { createJob as declaration } from "@/lib/contract/agents/jobs";
import type { InputOf } from "@/lib/contract/endpoint";
import { jobDays, maxOpenJobs, openJobStatuses } from "@/lib/core/agents/job-states";
import { invalidRequest, invalidState, unavailable } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { refuseInactive } from "@/lib/domain/merchants/refuse-inactive";
import type { Context, MerchantActor, PreparedVerb } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { readClock } from "@/lib/domain/platform/read-clock";
import { checkDestinations, checkParties } from "./check-parties";
import { countJob } from "./count-job";
import { insertJob } from "./insert-job";
import { lockSpending } from "./lock-spending";
import { requireCommerce } from "./require-commerce";
import { screenVendor } from "./screen-vendor";
import { type JobView, viewJob } from "./view";

type Input = InputOf<typeof declaration>;

/** What the treasury's contract takes at most, in the token's smallest unit. */
const MAX_AMOUNT = 2n ** 128n - 1n;

/**
 * Creates a job for the merchant's agent. What the limits count is read, and the job written, under one lock per
 * merchant and mode: jobs that are created at once are approved one after the other.
 * @throws Refusal `session_invalid_state` with `capability_disabled`, `commerce_unavailable` or `too_many_jobs`
 * @throws Refusal `invalid_request` with `token_unsupported`, `amount_too_large`, `vendor_not_allowed`,
 * `assessor_not_allowed` or `vendor_blocked`; `api_error` with `screening_unavailable`
 * @throws Refusal `rate_limited` with `job_limit`
 */
export const createJob: PreparedVerb<MerchantActor, Input, string, JobView> = {
  async prepare(ctx, input) {
    const id = newId("agentJob");
    const commerce = await requireCommerce(ctx, ctx.db, input.currency);
    if (input.amount > MAX_AMOUNT) {
      throw invalidRequest("amount", "The amount must be below 2^128.", {
        reason: "amount_too_large",
      });
    }
    await checkParties(ctx, commerce, input);
    await countJob(ctx);
    await checkDestinations(ctx, input);
    const { merchantId, mode } = ctx.actor;
    const { deployment } = commerce;
    const job = { id, merchantId, mode, deploymentId: deployment.id, ...input };
    refuseUnscreened(await screenVendor(ctx, job, "agent_job"));
    return id;
  },

  async run(ctx, input, id) {
    return transaction(ctx.db, async (tx) => {
      await lockSpending(tx, ctx.actor);
      await refuseInactive(tx, ctx.actor);
      await refuseTooMany(tx, ctx.actor);
      // Read again under the lock: the settings may have changed since.
      const commerce = await requireCommerce(ctx, tx, input.currency);
      await checkParties({ ...ctx, db: tx }, commerce, input);
      const days = input.expiresInDays ?? jobDays.usual;
      const row = await insertJob(ctx, tx, commerce, { ...input, id, expiresInDays: days });
      return viewJob(ctx, row, await readClock(tx));
    });
  },
};

/** Refuses a vendor that screening does not let pass. */
export function refuseUnscreened(verdict: Awaited<ReturnType<typeof screenVendor>>): void {
  if (verdict === "clear") return;
  if (verdict === "unavailable") {
    throw unavailable("screening_unavailable", "The vendor cannot be screened now: try again.");
  }
  throw invalidRequest("vendorAddress", "This vendor cannot be paid.", {
    reason: "vendor_blocked",
  });
}

/** The spending is locked: no other job is created meanwhile. */
async function refuseTooMany(tx: TransactionSql, actor: Context<MerchantActor>["actor"]) {
  const [row] = await tx<{ count: number }[]>`
    select count(*)::int as count from agent_jobs
    where ${ownedBy(tx, actor)} and status in (${stateList(tx, openJobStatuses)})`;
  if (!row || row.count < maxOpenJobs) return;
  throw invalidState(`At most ${maxOpenJobs} jobs can be open at once.`, {
    reason: "too_many_jobs",
  });
}

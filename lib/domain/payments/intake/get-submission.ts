import { notFound } from "@/lib/core/errors";
import { finalStatesOf, submissionTransitions } from "@/lib/core/states";
import type { Context, MerchantActor, PlatformActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import { detailOf, type SubmissionRow } from "@/lib/domain/wallets/submission-rows";
import { type SubmissionView, viewSubmission } from "./view";

/**
 * Retrieves the merchant's own submission by its key. One that ended is kept for 30 days.
 * @throws Refusal `not_found`; always for the platform key, which names no merchant
 */
export async function getSubmission(
  { db, actor }: Context<MerchantActor | PlatformActor>,
  { idempotencyKey }: { idempotencyKey: string },
): Promise<SubmissionView> {
  if (actor.kind === "platform") throw notFound("relay submission");
  const [row] = await db<SubmissionRow[]>`
    select * from relay_submissions
    where ${ownedBy(db, actor)}
      and submission_key(merchant_id, mode, origin, idempotency_key)
        = submission_key(${actor.merchantId}, ${actor.mode}, 'api', ${idempotencyKey})
      and not (
        state in ${db(finalStatesOf(submissionTransitions))}
        and coalesce(closed_at, updated_at) < clock_now() - interval '30 days'
      )`;
  if (!row) throw notFound("relay submission");
  return viewSubmission(await detailOf(db, row));
}

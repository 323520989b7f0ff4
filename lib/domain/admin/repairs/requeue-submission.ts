import type {
  requeueSubmission as declaration,
  listOpenSubmissions as declarationOfList,
} from "@/lib/contract/admin/submissions";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { because } from "@/lib/domain/admin/because";
import {
  canRequeue,
  requeueAudited,
  requeueConsequences,
} from "@/lib/domain/payments/outcomes/requeue-audited";
import {
  planRequeue,
  type RequeuePlan,
  refuseRequeue,
} from "@/lib/domain/payments/outcomes/requeue-submission";
import type { AdminActor, Context } from "@/lib/domain/platform/context";

type Submissions = OutputOf<typeof declarationOfList>;
type Requeue = OutputOf<typeof declaration>;

const LISTED = 200;

/** Lists the submissions that have no outcome yet, of all merchants and in both modes, oldest first. */
export async function listOpenSubmissions({ db }: Context<AdminActor>): Promise<Submissions> {
  const submissions = await db<Submissions["submissions"]>`
    select id, merchant_id, mode, chain_id, state, failure_code, payer, amount, session_id, created_at
    from relay_submissions
    where id = any (array(select submission_id from relay_open_submissions))
    order by created_at, id limit ${LISTED}`;
  return { object: "admin_submissions", submissions };
}

/**
 * Takes a stuck submission up again, by the rules of the operator's command.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with the verdict, which a dry run answers instead
 */
export async function requeueSubmission(
  ctx: Context<AdminActor>,
  { id: submissionId, reason, dryRun }: InputOf<typeof declaration>,
): Promise<Requeue> {
  const plan = await planRequeue(ctx, { submissionId });
  if (dryRun) return viewRequeue(plan, { plan, applied: false });
  if (!canRequeue(plan)) throw refuseRequeue(plan);
  return viewRequeue(await requeueAudited(because(ctx, reason), plan), { plan, applied: true });
}

/** What was found, and where the submission stands now. */
function viewRequeue(
  { submissionId, state, failureCode, rounds, slot }: RequeuePlan,
  { plan, applied }: { plan: RequeuePlan; applied: boolean },
): Requeue {
  return {
    ...{ object: "admin_requeue", applied, submissionId, state, failureCode, rounds },
    possible: canRequeue(plan),
    consequence: requeueConsequences[plan.verdict],
    slot: slot && { wallet: slot.wallet, nonce: String(slot.nonce), state: slot.state },
  };
}

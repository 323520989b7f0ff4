import { audited } from "@/lib/domain/platform/audit/audited";
import type { AuditedActor, AuditedOwner } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { type RequeuePlan, type RequeueVerdict, requeueSubmission } from "./requeue-submission";

/** What a verdict means, in a sentence. */
export const requeueConsequences: Readonly<Record<RequeueVerdict, string>> = {
  look_now: "The payment waits in the queue, and would be processed now.",
  sign_again:
    "The payment's nonce is used up and its authorization still valid: the relay would sign for it again.",
  final: "The payment has ended.",
  slot_open:
    "The payment's transaction may still be mined: the relay must not sign for it again before its nonce is used.",
  settled: "The payment is settled on chain, and is confirmed once it is final.",
  spent: "The payment's authorization was used or cancelled elsewhere: the payment ends by itself.",
  unknown: "The chain has not been read so far, or is halted.",
};

/** Whether a plan lets the submission be taken up again. */
export const canRequeue = ({ verdict }: Pick<RequeuePlan, "verdict">): boolean =>
  verdict === "look_now" || verdict === "sign_again";

/**
 * Takes a stuck submission up again and writes it down.
 * @throws Refusal as `requeueSubmission` does
 */
export async function requeueAudited(
  ctx: Context<AuditedActor>,
  plan: RequeuePlan,
): Promise<RequeuePlan> {
  const { submissionId } = plan;
  const [owner] = await ctx.db<AuditedOwner[]>`
    select merchant_id, mode from relay_submissions where id = ${submissionId}`;
  const entry = {
    action: "relay_submission.requeue",
    subject: { type: "relay_submission", id: submissionId },
    ...(owner && { owner }),
    before: plan,
  };
  return audited(ctx, entry, (inner) => requeueSubmission(inner, { submissionId }));
}

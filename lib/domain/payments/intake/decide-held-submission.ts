import { transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { invalidState, notFound } from "@/lib/core/errors";
import type { HoldDecision } from "@/lib/core/hold-states";
import { passingResults } from "@/lib/core/kinds";
import { wakes } from "@/lib/core/operations/wakes";
import type { SubmissionState } from "@/lib/core/states";
import { recordDecision } from "@/lib/domain/compliance/screening-decisions";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import type { Owner } from "@/lib/domain/platform/owned-by";
import { rejectSubmissions } from "@/lib/domain/wallets/queue/postpone-submissions";

interface HeldSubmission extends Owner {
  chainId: number;
  state: SubmissionState;
  failureCode: string | null;
  /** The last screening did not clear its payer. */
  screened: boolean;
}

/**
 * Decides a payment that screening keeps from being relayed. Released, it is examined and signed for
 * without the lists being asked; its settlement is screened once more. Refused, it is `rejected` when
 * nothing was ever signed for it; otherwise it is not signed for again, and ends with its authorization,
 * since anyone with the signatures could still execute it.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state`: screening does not hold it up
 */
export async function decideHeldSubmission(
  ctx: Context<AuditedActor>,
  { id, decision, reason = null }: { id: string; decision: HoldDecision; reason?: string | null },
): Promise<{ state: SubmissionState; failureCode: string | null }> {
  return transaction(ctx.db, async (tx) => {
    const [held] = await tx<HeldSubmission[]>`
      select s.merchant_id, s.mode, s.chain_id, s.state, s.failure_code, coalesce((
        select c.result not in (${stateList(tx, passingResults)}) from compliance_screenings c
        where screening_key(c.resource_id, c.subject) = screening_key(s.id, s.payer)
          and c.resource_id = s.id and c.subject = s.payer order by c.created_at desc limit 1
      ), false) as screened
      from relay_submissions s where s.id = ${id} for no key update of s`;
    if (!held) throw notFound("relay submission");
    const { merchantId, mode, chainId, screened, ...before } = held;
    if (!screened || !(before.state === "held" || before.state === "queued")) {
      const currentStatus = before.state;
      throw invalidState("Screening is not holding this payment.", {
        currentStatus,
        reason: "not_held",
      });
    }
    if (decision === "refused") await rejectSubmissions(tx, before.state, [id], "payer_blocked");
    else await tx`update relay_submissions set next_check_at = null where id = ${id}`;
    const [after = before] = await tx<Pick<HeldSubmission, "state" | "failureCode">[]>`
      select state, failure_code from relay_submissions where id = ${id}`;
    const auditId = await recordAudit(ctx, tx, {
      action: `screening.${decision}`,
      subject: { type: "relay_submission", id },
      owner: { merchantId, mode },
      before: { ...before },
      after: { ...after },
      ...(reason === null ? {} : { reason }),
    });
    await recordDecision(tx, id, { decision, auditId });
    await wake(tx, wakes.relay, { chainId });
    return after;
  });
}

import { type TransactionSql, transaction } from "@/db/client";
import { invalidState } from "@/lib/core/errors";
import type { HoldDecision } from "@/lib/core/hold-states";
import type { TransactionStatus } from "@/lib/core/states";
import { recordDecision } from "@/lib/domain/compliance/screening-decisions";
import { confirmSettlements } from "@/lib/domain/payments/settlements/confirm-settlements";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { bookHeldCharges } from "@/lib/domain/subscriptions/books/release-held-charges";
import { queueHoldMails } from "./hold-mails";
import { type HeldTransaction, lockHeld } from "./lock-held";

type Outcome = { status: TransactionStatus; paymentException: string };

interface Input {
  readonly id: string;
  readonly decision: Exclude<HoldDecision, "refunded">;
  /** Of a person who is no operator: that one's command has its own. */
  readonly reason?: string | null;
}

/**
 * Decides a settled payment, or charge of a subscription, that screening holds up. Released, it is confirmed as if its
 * payer had been clear, with its session and its event; refused, it is never confirmed and not asked about again: the
 * money is with the merchant, who may return it. A refusal may be released later.
 * @throws Refusal `not_found`
 * @throws Refusal `session_invalid_state` with `not_held`, `halted` or `not_enrolled`
 */
export async function decideHeldSettlement(
  ctx: Context<AuditedActor>,
  { id, decision, reason = null }: Input,
): Promise<Outcome> {
  return transaction(ctx.db, async (tx) => {
    const held = await lockHeld(tx, id, null);
    return decision === "released"
      ? release(ctx, tx, held, reason)
      : note(ctx, tx, held, { decision, reason });
  });
}

/**
 * Releases a locked one. Where nothing can be booked now, it stays held up and undecided.
 * @param reason of a person who is no operator: that one's command has its own
 * @throws Refusal `session_invalid_state` with `halted` or `not_enrolled`
 */
export async function release(
  ctx: Context<AuditedActor>,
  tx: TransactionSql,
  held: HeldTransaction,
  reason: string | null = null,
): Promise<Outcome> {
  if (held.type === "subscription_charge") await bookHeldCharges(ctx, tx, [held.id]);
  else await confirmSettlements(ctx, tx, { cleared: [held.id], held: [] });
  await requireBooked(tx, held.id);
  return note(ctx, tx, held, { decision: "released", reason });
}

/** Refuses what is still held up: its chain came into doubt after it was locked, or the charge's enrolment is not booked. */
async function requireBooked(tx: TransactionSql, id: string): Promise<void> {
  const [held] = await tx<{ awaitsEnrolment: boolean }[]>`
    select t.subscription_id is not null and not exists (
        select from subscriptions where id = t.subscription_id and enrolled_at is not null
      ) as awaits_enrolment
    from transactions t
    where t.id = ${id} and t.status = 'pending' and t.payment_exception = 'screening'`;
  if (!held) return;
  if (held.awaitsEnrolment) {
    throw invalidState("The subscription is not on the chain yet.", { reason: "not_enrolled" });
  }
  throw invalidState("The payment's chain is halted.", { reason: "halted" });
}

async function note(
  ctx: Context<AuditedActor>,
  tx: TransactionSql,
  { id, merchantId, mode, status, paymentException }: HeldTransaction,
  { decision, reason }: { decision: Input["decision"]; reason: string | null },
): Promise<Outcome> {
  const before: Outcome = { status, paymentException };
  const [after = before] = await tx<Outcome[]>`
    select status, payment_exception from transactions where id = ${id}`;
  const auditId = await recordAudit(ctx, tx, {
    action: `screening.${decision}`,
    subject: { type: "transaction", id },
    owner: { merchantId, mode },
    before: { ...before },
    after: { ...after },
    ...(reason === null ? {} : { reason }),
  });
  await recordDecision(tx, id, { decision, auditId });
  await queueHoldMails(tx, id, decision);
  return after;
}

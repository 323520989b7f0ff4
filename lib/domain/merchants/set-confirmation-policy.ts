import { type Db, transaction } from "@/db/client";
import { notFound } from "@/lib/core/errors";
import type { ConfirmationRule } from "@/lib/core/payments/stages";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";

interface Row {
  confirmationPolicy: ConfirmationRule[];
}

/**
 * A merchant's rules of confirmation; empty where every payment counts when it is final.
 * @throws Refusal `not_found`
 */
export async function readConfirmationPolicy(
  db: Db,
  merchantId: string,
): Promise<ConfirmationRule[]> {
  const [row] = await db<Row[]>`
    select confirmation_policy from merchants where id = ${merchantId}`;
  if (!row) throw notFound("merchant");
  return row.confirmationPolicy;
}

/**
 * Replaces a merchant's rules of confirmation, in both modes. They hold for payments that reach a stage from
 * now on: nothing that was confirmed is taken back.
 * @throws Refusal `not_found`
 */
export async function setConfirmationPolicy(
  ctx: Context<AuditedActor>,
  merchantId: string,
  policy: readonly ConfirmationRule[],
): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    await tx`select from merchants where id = ${merchantId} for no key update`;
    const before = await readConfirmationPolicy(tx, merchantId);
    await tx`
      update merchants set confirmation_policy = ${JSON.stringify(policy)}::text::jsonb,
        updated_at = clock_now()
      where id = ${merchantId}`;
    await recordAudit(ctx, tx, {
      action: "merchant.set_confirmation_policy",
      subject: { type: "merchant", id: merchantId },
      before: { policy: before },
      after: { policy: [...policy] },
    });
  });
}

import { transaction } from "@/db/client";
import type { createBroadcast as declaration } from "@/lib/contract/admin/broadcasts";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import { invalidRequest, notFound } from "@/lib/core/errors";
import { newId } from "@/lib/core/ids";
import { wakes } from "@/lib/core/operations/wakes";
import { requireRole } from "@/lib/domain/admin/require-role";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { wake } from "@/lib/domain/platform/outbox/wake";
import { type BroadcastRow, viewBroadcast } from "./list-broadcasts";

type Input = InputOf<typeof declaration>;

/**
 * Writes a message to one merchant or to all active ones; a job hands it out.
 * @throws Refusal `permission_denied` with `role_missing`: only a super admin writes to all
 * @throws Refusal `invalid_request` with `audience_mismatch`
 * @throws Refusal `not_found`: the merchant
 */
export async function createBroadcast(
  ctx: Context<AdminActor>,
  input: Input,
): Promise<OutputOf<typeof declaration>> {
  const { title, body, audience } = input;
  if (audience === "all") requireRole(ctx.actor, "super_admin");
  const merchantId = merchantOf(input);
  return transaction(ctx.db, async (tx) => {
    if (merchantId !== null) {
      const known = await tx`select from merchants where id = ${merchantId}`;
      if (known.length === 0) throw notFound("merchant");
    }
    const [row] = await tx<BroadcastRow[]>`
      insert into broadcasts ${tx({
        ...{ id: newId("broadcast"), title, body, audience, merchantId },
        createdBy: ctx.actor.adminId,
      })}
      returning *`;
    if (!row) throw new Error("an insert gives its row");
    await recordAudit(ctx, tx, {
      action: "broadcast.create",
      subject: { type: "broadcast", id: row.id },
      owner: { merchantId, mode: null },
      before: null,
      after: { title, body, audience, merchantId },
    });
    await wake(tx, wakes.broadcasts);
    return viewBroadcast(row);
  });
}

function merchantOf({ audience, merchantId = null }: Input): string | null {
  if ((audience === "merchant") === (merchantId !== null)) return merchantId;
  const message = audience === "all" ? "is not allowed for all" : "is required for merchant";
  throw invalidRequest("merchantId", `merchantId ${message}.`, {
    reason: "audience_mismatch",
    issues: [{ path: ["merchantId"], message, code: "audience_mismatch" }],
  });
}

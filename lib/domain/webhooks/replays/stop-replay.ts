import { transaction } from "@/db/client";
import { impossible, notFound } from "@/lib/core/errors";
import { type AuditedActor, recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import { endReplay, type ReplayRow } from "./replay-rows";

/**
 * Stops a replay, regardless of its owner: what is not under way is not sent.
 * @throws Refusal `not_found`; or that it is over
 */
export async function stopReplay(ctx: Context<AuditedActor>, id: string): Promise<void> {
  await transaction(ctx.db, async (tx) => {
    const [replay] = await tx<ReplayRow[]>`
      select * from webhook_replays where id = ${id} for no key update`;
    if (!replay) throw notFound("webhook replay");
    const { merchantId, mode, status, succeeded, failed, total } = replay;
    if (!(await endReplay(tx, id, "cancelled"))) {
      throw impossible(`The replay is ${status}.`, "not_running");
    }
    await recordAudit(ctx, tx, {
      action: "webhook_replay.cancel",
      subject: { type: "webhook_replay", id },
      owner: { merchantId, mode },
      before: { status, succeeded, failed, total },
      after: { status: "cancelled" },
    });
  });
}

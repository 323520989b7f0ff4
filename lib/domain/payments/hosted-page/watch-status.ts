import type { Db } from "@/db/client";
import type { PayStatus } from "@/lib/contract/payments/hosted-pay";
import type { Context, PublicActor } from "@/lib/domain/platform/context";
import { readPayStatus } from "./pay-status";

/**
 * Where a session's payment stands, for its page in a browser. The first time that an unpaid session is asked
 * about is when it was opened: what fetches the page for a preview of the link runs no script, and does not ask.
 * @throws Refusal `not_found`
 */
export async function watchStatus(
  ctx: Context<PublicActor>,
  { sessionId }: { sessionId: string },
): Promise<PayStatus> {
  const { row, status } = await readPayStatus(ctx, sessionId);
  if (status.status === "open" && !row.openedAt) await recordOpening(ctx.db, sessionId);
  return status;
}

/** Skips locked rows (`skip locked`). */
async function recordOpening(db: Db, sessionId: string): Promise<void> {
  await db`
    update payment_sessions set opened_at = clock_now()
    where id = (
      select id from payment_sessions
      where id = ${sessionId} for no key update skip locked
    )`;
}

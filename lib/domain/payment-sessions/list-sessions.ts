import type { InputOf } from "@/lib/contract/endpoint";
import type { listSessions as declaration } from "@/lib/contract/payment-sessions";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { afterCursor, type Page, rowLimit, toPage } from "@/lib/domain/pagination/page";
import { type SessionRow, selectSessions } from "./session-rows";
import { type SessionView, viewSession } from "./view";

/**
 * Lists the merchant's sessions, newest first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listSessions(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<SessionView>> {
  const { db, actor } = ctx;
  const rows = await db<SessionRow[]>`
    ${selectSessions(db)}
    where s.merchant_id = ${actor.merchantId} and s.mode = ${actor.mode}
      and ${afterCursor(db, "s", input)}
      ${input.status ? db`and s.status = ${input.status}` : db``}
      ${input.customerId ? db`and s.customer_id = ${input.customerId}` : db``}
      ${input.createdAfter ? db`and s.created_at >= ${input.createdAfter}` : db``}
      ${input.createdBefore ? db`and s.created_at < ${input.createdBefore}` : db``}
    order by s.created_at desc, s.id desc limit ${rowLimit(input)}`;
  return toPage(rows, input, "/v1/payment-sessions", (row) => viewSession(ctx, row));
}

import type { InputOf } from "@/lib/contract/endpoint";
import type { listSessions as declaration } from "@/lib/contract/payment-sessions";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { ownedBy } from "@/lib/domain/owned-by";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/pagination/page";
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
  const listed = db<SessionRow[]>`
    ${selectSessions(db)}
    where ${ownedBy(db, actor, "s")}
      and ${inPage(db, "s", input)}
      ${input.status ? db`and s.status = ${input.status}` : db``}
      ${input.customerId ? db`and s.customer_id = ${input.customerId}` : db``}`;
  const rows = await newestFirst(db, "s", listed, input);
  return toPage(rows, input, "/v1/payment-sessions", (row) => viewSession(ctx, row));
}

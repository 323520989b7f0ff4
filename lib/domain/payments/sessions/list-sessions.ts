import type { InputOf } from "@/lib/contract/endpoint";
import type { listSessions as declaration } from "@/lib/contract/payments/payment-sessions";
import { ofCustomer } from "@/lib/domain/payments/customers/of-customer";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { inPage, newestFirst, type Page, toPage } from "@/lib/domain/platform/pages/page";
import { expireDueOf } from "./find-session";
import { type SessionRow, selectSessions } from "./session-rows";
import { type SessionView, viewSession } from "./view";

/**
 * Lists the merchant's sessions, newest first. Those whose time is up expire first.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listSessions(
  ctx: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<SessionView>> {
  const { db, actor } = ctx;
  await expireDueOf(ctx);
  const listed = db<SessionRow[]>`
    ${selectSessions(db)}
    where (${ofCustomer(db, actor, "s", input.customerId)})
      and ${inPage(db, "s", input)}
      ${input.status ? db`and s.status = ${input.status}` : db``}`;
  const rows = await newestFirst(db, "s", listed, input);
  return toPage(rows, input, "/v1/payment-sessions", (row) => viewSession(ctx, row));
}

import type { InputOf } from "@/lib/contract/endpoint";
import type { listEvents as declaration } from "@/lib/contract/events";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { afterCursor, type Page, rowLimit, toPage } from "@/lib/domain/pagination/page";
import { type EventRow, type EventView, viewEvent } from "./view";

/**
 * Lists what happened to the merchant's resources, newest first, whether or not it was delivered.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listEvents(
  { db, actor }: Context<MerchantActor>,
  input: InputOf<typeof declaration>,
): Promise<Page<EventView>> {
  const { type, resourceId, afterSequence } = input;
  const rows = await db<EventRow[]>`
    select e.* from events e
    where e.merchant_id = ${actor.merchantId} and e.mode = ${actor.mode}
      and ${afterCursor(db, "e", input)}
      ${type ? db`and e.type = ${type}` : db``}
      ${resourceId ? db`and e.resource_id = ${resourceId}` : db``}
      ${afterSequence === undefined ? db`` : db`and e.sequence > ${afterSequence}`}
    order by e.created_at desc, e.id desc limit ${rowLimit(input)}`;
  return toPage(rows, input, "/v1/events", viewEvent);
}

import type { PendingQuery, Row } from "postgres";
import type { Db } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { listEvents as declaration } from "@/lib/contract/events";
import type { Context, MerchantActor } from "@/lib/domain/context";
import { ownedBy } from "@/lib/domain/owned-by";
import {
  inPage,
  MAX_INTEGER,
  newestFirst,
  type Page,
  rowLimit,
  sequenceOf,
  toPage,
} from "@/lib/domain/pagination/page";
import { type EventRow, selectEvents } from "./event-rows";
import { type EventView, viewEvent } from "./view";

type Input = InputOf<typeof declaration>;

/**
 * Lists what happened to the merchant's resources, newest first, whether or not it was delivered. Those
 * of one resource come by their sequence.
 * @throws Refusal `invalid_request`: a bad cursor
 */
export async function listEvents(
  { db, actor }: Context<MerchantActor>,
  input: Input,
): Promise<Page<EventView>> {
  const { type, resourceId } = input;
  const listed = db`
    ${selectEvents(db)}
    where ${ownedBy(db, actor, "e")}
      ${type ? db`and e.type = ${type}` : db``}`;
  const rows = await db<EventRow[]>`
    ${resourceId ? pageOfResource(db, listed, resourceId, input) : pageOfAll(db, listed, input)}`;
  return toPage(rows, input, "/v1/events", viewEvent);
}

/**
 * A resource may have thousands of events: its page is read from the index of its sequence. Both bounds
 * are always given, because without them a plan made for any values rather fetches all and sorts them.
 */
function pageOfResource(db: Db, listed: PendingQuery<Row[]>, resourceId: string, input: Input) {
  const { cursor, afterSequence = 0 } = input;
  return db`
    ${listed}
    and e.resource_id = ${resourceId}
    and e.sequence > ${afterSequence} and e.sequence < ${sequenceOf(cursor) ?? MAX_INTEGER}
    order by e.sequence desc limit ${rowLimit(input)}`;
}

/** The few that are fourth or later in their resource have an index of their own. */
function pageOfAll(db: Db, listed: PendingQuery<Row[]>, input: Input) {
  const { afterSequence = 0 } = input;
  const page = db`
    ${listed}
    and ${inPage(db, "e", input)}
    ${afterSequence > 0 ? db`and e.sequence > ${afterSequence}` : db``}
    ${afterSequence >= 3 ? db`and e.sequence > 3` : db``}`;
  return newestFirst(db, "e", page, input);
}

import type { PendingQuery, Row } from "postgres";
import type { Db } from "@/db/client";
import type { InputOf, OutputOf } from "@/lib/contract/endpoint";
import type { listEvents as declaration } from "@/lib/contract/webhooks/events";
import { invalidRequest } from "@/lib/core/errors";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import { ownedBy } from "@/lib/domain/platform/owned-by";
import {
  DEFAULT_LIMIT,
  inPage,
  NOT_A_CURSOR,
  newestFirst,
  type Page,
  rowLimit,
  sequenceOf,
  toPage,
} from "@/lib/domain/platform/pages/page";
import type { EventRow } from "./event-rows";
import { awaitInOrder } from "./list-in-order";
import { viewEvent } from "./view";
import { withholdData } from "./withhold-data";

type Input = InputOf<typeof declaration>;
type ListedEvent = OutputOf<typeof declaration>["data"][number];

/**
 * Lists what happened to the merchant's resources, newest first, whether or not it was delivered. Those
 * of one resource come by their sequence.
 * With `after` or `order` `asc` they come by position instead, and `wait` waits for the next.
 * @throws Refusal `invalid_request`: a bad cursor; a parameter of the other order (`order_mismatch`); events
 * behind `after` have been removed (`position_expired`)
 */
export async function listEvents(
  ctx: Context<MerchantActor>,
  input: Input,
): Promise<Page<ListedEvent>> {
  if (input.after !== undefined || input.order === "asc") return listByPosition(ctx, input);
  const { db, actor } = ctx;
  const { type, resourceId, wait } = input;
  if (wait !== undefined) throw onlyInOrder("wait", "asc");
  const listed = db`${ownedBy(db, actor, "e")} ${type ? db`and e.type = ${type}` : db``}`;
  const rows = await db<EventRow[]>`
    ${resourceId === undefined ? pageOfAll(db, listed, input) : pageOfResource(db, listed, resourceId, input)}`;
  return toPage(rows, input, "/v1/events", (row) => withholdData(actor, viewEvent(row)));
}

/** Beyond any sequence. */
const NO_SEQUENCE = 2_147_483_647;

/**
 * A resource may have thousands of events: its page is read from the index of its sequence, in the index's order. Rows
 * are compared with both ends of the page, so that the planner does not take them for few enough to be sorted. What the
 * index's hash leaves to compare stands in a case, so that it looks for no other index for it.
 */
function pageOfResource(db: Db, listed: PendingQuery<Row[]>, resourceId: string, input: Input) {
  const { cursor, afterSequence = 0 } = input;
  const before = sequenceOf(cursor) ?? NO_SEQUENCE;
  const key = db`(event_resource(e.resource_id), e.sequence)`;
  return db`
    select e.* from events e
    where ${key} > (event_resource(${resourceId}), ${afterSequence}::int)
    and ${key} < (event_resource(${resourceId}), ${before}::int)
    and case when e.resource_id = ${resourceId} and ${listed} then true end
    order by event_resource(e.resource_id) desc, e.sequence desc limit ${rowLimit(input)}`;
}

/** The few that are fourth or later in their resource have an index of their own. */
function pageOfAll(db: Db, listed: PendingQuery<Row[]>, input: Input) {
  const { afterSequence = 0 } = input;
  const page = db`
    select e.* from events e
    where ${listed} and ${inPage(db, "e", input)}
    ${afterSequence > 0 ? db`and e.sequence > ${afterSequence}` : db``}
    ${afterSequence >= 3 ? db`and e.sequence > 3` : db``}`;
  return newestFirst(db, "e", page, input);
}

const filters = ["type", "resourceId", "afterSequence"] as const;

async function listByPosition(
  ctx: Context<MerchantActor>,
  input: Input,
): Promise<Page<ListedEvent>> {
  const filter = filters.find((name) => input[name] !== undefined);
  if (filter) throw onlyInOrder(filter, "desc");
  if (input.order === "desc") throw onlyInOrder("after", "asc");
  const { limit = DEFAULT_LIMIT, wait = 0 } = input;
  const after = positionOf(input.cursor) ?? input.after ?? null;
  const rows = await awaitInOrder(ctx, { after, limit: limit + 1 }, wait * 1_000);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  return {
    object: "list",
    data: shown.map((row) => withholdData(ctx.actor, viewEvent(row))),
    hasMore,
    nextCursor: hasMore && last ? Buffer.from(String(last.position)).toString("base64url") : null,
    url: "/v1/events",
  };
}

/** A cursor of a list by position: the last position of the page before. */
function positionOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const text = Buffer.from(cursor, "base64url").toString();
  const isOurs =
    /^[1-9][0-9]{0,14}$/.test(text) && Buffer.from(text).toString("base64url") === cursor;
  if (isOurs) return Number(text);
  throw invalidRequest("cursor", NOT_A_CURSOR, { reason: "malformed_cursor" });
}

const onlyInOrder = (param: string, order: "asc" | "desc") =>
  invalidRequest(param, `${param} is for events with \`order=${order}\`.`, {
    reason: "order_mismatch",
  });

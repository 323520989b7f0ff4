import type { PendingQuery, Row } from "postgres";
import type { Db } from "@/db/client";
import { invalidRequest } from "@/lib/core/errors";
import { isStorableInstant } from "@/lib/core/storable-instant";

export interface PageInput {
  limit?: number;
  cursor?: string;
  createdAfter?: Date;
  createdBefore?: Date;
}

export interface Page<T> {
  object: "list";
  data: T[];
  hasMore: boolean;
  nextCursor: string | null;
  url: string;
}

interface Position {
  createdAt: Date;
  id: string;
  /** Of an event: its place among those of its resource. */
  sequence?: number;
}

export const DEFAULT_LIMIT = 20;
export const NOT_A_CURSOR = "The cursor is not one that this list returned.";
/** The largest `integer` of Postgres. */
const MAX_INTEGER = 2_147_483_647;

/** The cursor of what comes after a row. */
export function encodeCursor({ createdAt, id, sequence }: Position): string {
  const parts = [createdAt.toISOString(), id, ...(sequence === undefined ? [] : [sequence])];
  return Buffer.from(parts.join(" ")).toString("base64url");
}

/** A cursor is accepted only as `encodeCursor` writes it, even if another text decodes to the same position. */
function decodeCursor(cursor: string): Position {
  const [time = "", id = "", sequence] = Buffer.from(cursor, "base64url").toString().split(" ");
  const createdAt = new Date(time);
  const position = {
    createdAt,
    id,
    sequence: sequence === undefined ? undefined : Number(sequence),
  };
  const isOurs =
    isStorableInstant(createdAt) &&
    /^[a-z]+_[0-9A-Za-z]+$/.test(id) &&
    !Number.isNaN(position.sequence) &&
    encodeCursor(position) === cursor;
  if (!isOurs) throw invalidRequest("cursor", NOT_A_CURSOR, { reason: "malformed_cursor" });
  return position;
}

/**
 * The sequence of the event at the cursor; null without a cursor.
 * @throws Refusal `invalid_request`: not a cursor of a list of events
 */
export function sequenceOf(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const { sequence } = decodeCursor(cursor);
  if (sequence !== undefined && Number.isInteger(sequence) && Math.abs(sequence) <= MAX_INTEGER) {
    return sequence;
  }
  throw invalidRequest("cursor", NOT_A_CURSOR, { reason: "malformed_cursor" });
}

/**
 * The condition for the rows of a page, on the columns `created_at` and `id` of `alias`: what comes after
 * the cursor and lies between the instants given. There is one upper bound, the lower of the two: of
 * several, Postgres begins to read an index at whichever it likes, and passes over all between them.
 */
export function inPage(db: Db, alias: string, { cursor, createdAfter, createdBefore }: PageInput) {
  const row = db(alias);
  const below = upperBound(cursor, createdBefore);
  return db`
    ${below ? db`(${row}.created_at, ${row}.id) < (${below.createdAt}, ${below.id})` : db`true`}
    ${createdAfter ? db`and ${row}.created_at >= ${createdAfter}` : db``}`;
}

function upperBound(cursor?: string, createdBefore?: Date): Position | null {
  const position = cursor === undefined ? null : decodeCursor(cursor);
  // Every id is above the empty text: this is `created_at < createdBefore`.
  const before = createdBefore ? { createdAt: createdBefore, id: "" } : null;
  if (!position || !before) return position ?? before;
  return position.createdAt < before.createdAt ? position : before;
}

/** One row more than the page holds tells whether there is a next one. */
export function rowLimit({ limit = DEFAULT_LIMIT }: PageInput): number {
  return limit + 1;
}

/**
 * The first rows of `rows`, a select without an order from the table `alias`, newest first and then by
 * id. Indexes give the order of time alone: all that share the moment of the last row are read as well,
 * and only these few are sorted, regardless of the planner's estimate of their number.
 */
export function newestFirst<Rows extends Row[]>(
  db: Db,
  alias: string,
  rows: PendingQuery<Rows>,
  input: PageInput,
): PendingQuery<Rows> {
  const limit = rowLimit(input);
  return db<Rows>`
    select * from (
      ${rows} order by ${db(alias)}.created_at desc fetch first (${limit}::int) rows with ties
    ) page
    order by created_at desc, id desc limit ${limit}`;
}

/** A page of rows that came newest first, `rowLimit` of them at the most. */
export function toPage<Row extends Position, T>(
  rows: readonly Row[],
  input: PageInput,
  url: string,
  view: (row: Row) => T,
): Page<T> {
  const limit = input.limit ?? DEFAULT_LIMIT;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const hasMore = rows.length > limit;
  return {
    object: "list",
    data: shown.map(view),
    hasMore,
    nextCursor: hasMore && last ? encodeCursor(last) : null,
    url,
  };
}

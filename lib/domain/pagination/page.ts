import type { Db } from "@/db/client";
import { invalidRequest } from "@/lib/core/errors";

export interface PageInput {
  limit?: number;
  cursor?: string;
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
}

const DEFAULT_LIMIT = 20;

function encodeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString("base64url");
}

function decodeCursor(cursor: string): Position {
  const [time = "", id = ""] = Buffer.from(cursor, "base64url").toString().split(" ");
  const createdAt = new Date(time);
  if (Number.isNaN(createdAt.getTime()) || !/^[a-z]+_[0-9A-Za-z]+$/.test(id)) {
    throw invalidRequest("cursor", "The cursor is not one that a list returned.");
  }
  return { createdAt, id };
}

/** The condition that continues after a cursor, on the columns `created_at` and `id` of `alias`. */
export function afterCursor(db: Db, alias: string, { cursor }: PageInput) {
  if (cursor === undefined) return db`true`;
  const { createdAt, id } = decodeCursor(cursor);
  return db`(${db(alias)}.created_at, ${db(alias)}.id) < (${createdAt}, ${id})`;
}

/** One row more than the page holds tells whether there is a next one. */
export function rowLimit({ limit = DEFAULT_LIMIT }: PageInput): number {
  return limit + 1;
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

import { invalidRequest } from "@/lib/core/errors";
import { isStorableInstant } from "@/lib/core/storable-instant";
import { NOT_A_CURSOR } from "@/lib/domain/platform/pages/page";

/** A place in the order of renewals. */
export interface DuePosition {
  readonly dueAt: Date;
  /** Of the subscription. */
  readonly id: string;
}

export const encodeCursor = ({ dueAt, id }: DuePosition): string =>
  Buffer.from(`${dueAt.toISOString()} ${id}`).toString("base64url");

/**
 * Only what `encodeCursor` has written is a cursor of renewals.
 * @throws Refusal `invalid_request`
 */
export function decodeCursor(cursor: string): DuePosition {
  const text = Buffer.from(cursor, "base64url").toString();
  const [, time = "", id = ""] = /^(\S+) (sub_[0-9A-Za-z]+)$/.exec(text) ?? [];
  const dueAt = new Date(time);
  if (!isStorableInstant(dueAt) || encodeCursor({ dueAt, id }) !== cursor) {
    throw invalidRequest("cursor", NOT_A_CURSOR, { reason: "malformed_cursor" });
  }
  return { dueAt, id };
}

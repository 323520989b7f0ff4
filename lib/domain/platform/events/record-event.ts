import type { TransactionSql } from "@/db/client";
import { type NewEvent, recordEvents } from "./record-events";

/**
 * Records one event, as `recordEvents` does.
 * @returns the event's id
 */
export async function recordEvent(tx: TransactionSql, event: NewEvent): Promise<string> {
  const [id] = await recordEvents(tx, [event]);
  if (!id) throw new Error("an event was recorded without an id");
  return id;
}

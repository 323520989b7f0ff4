import type { LiveEvent } from "@/lib/client/live/live-event";
import type { QuerySubject } from "./query-keys";

/** Whether what a query shows may be another after an event: its list, its object, or what it says that it watches. */
export function isChangedBy(shown: QuerySubject | undefined, { resource }: LiveEvent): boolean {
  if (!shown) return false;
  if (shown.watches?.includes(resource.type)) return true;
  return shown.resource === resource.type && (shown.id === undefined || shown.id === resource.id);
}

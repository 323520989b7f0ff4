import { entryOf } from "@/components/dashboard/shell/nav-entries";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type { search } from "@/lib/contract/insight/search";
import { objectKind, objectKinds } from "@/lib/core/object-kinds";

export type SearchHit = ReceivedOutput<typeof search>["data"][number];
/** What is found of a kind, as a heading. */
export const nameOfHit = ({ type }: SearchHit): string => objectKinds[type].many;

/** The page of what was found; null where the dashboard has none of its kind. */
export function placeOfHit({ type, id }: SearchHit): string | null {
  const kind = objectKind(type);
  if (!kind || entryOf(kind.list) === undefined) return null;
  // Keys have no page each: their list shows all.
  return type === "api_key" ? kind.list : `${kind.at ?? kind.list}/${encodeURIComponent(id)}`;
}

import type { Acting } from "@/lib/client/call-as-person";
import type { ListQuery } from "@/lib/client/read-page";

/** What a query shows: the type of the objects as events name it, and the object's id where it is one. */
export interface QuerySubject {
  readonly resource: string;
  readonly id?: string;
  /** Types whose events change what is shown as well. */
  readonly watches?: readonly string[];
}

/** Begins the key of everything that is read for a business in a mode, so that nothing of two is mixed. */
export const scopeKey = ({ merchantId, mode }: Acting) => [merchantId, mode] as const;

/** The key of a list with its filters. */
export const listKey = (acting: Acting, path: string, query: ListQuery) =>
  [...scopeKey(acting), "list", path, query] as const;

/** The key of one object. */
export const objectKey = (acting: Acting, path: string, id: string) =>
  [...scopeKey(acting), "object", path, id] as const;

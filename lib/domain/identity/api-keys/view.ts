import type { Db } from "@/db/client";
import type { OutputOf } from "@/lib/contract/endpoint";
import type { createApiKey, getApiKey } from "@/lib/contract/identity/api-keys";
import { findLeaks, type KeyRow, type LeakRow } from "./key-rows";

export type KeyView = OutputOf<typeof getApiKey>;
/** The secret is left out of what is kept of the answer, never of the answer itself. */
export type KeyWithSecret = OutputOf<typeof createApiKey> & { secret: string };

/** A key as its merchant sees it. */
export function viewKey(row: KeyRow, leak: LeakRow | undefined): KeyView {
  return { ...row, object: "api_key", leak: leak ? viewLeak(leak) : null };
}

function viewLeak({ places, createdAt, endedKey, successorId }: LeakRow): KeyView["leak"] {
  const waiting = endedKey ? "waiting" : "none";
  return { places, reportedAt: createdAt, successor: successorId === null ? waiting : "revealed" };
}

/** A key with where it was found, if it was. */
export async function viewFound(db: Db, row: KeyRow): Promise<KeyView> {
  return viewKey(row, (await findLeaks(db, [row])).get(row.id));
}

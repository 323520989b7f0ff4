import type { Sql } from "@/db/client";
import { outboxChannel } from "./wake";

/** Told the name of a wake-up, or an empty text when the connection is new and some may be missed. */
export type Ear = (name: string) => void;

const earsOf = new WeakMap<Sql, Set<Ear>>();

/**
 * Calls `ear` as soon as a transaction with a wake-up has committed, in any process. All ears of a
 * pool share one connection of their own.
 * @returns stops calling it
 */
export function hearOutbox(db: Sql, ear: Ear): () => void {
  const ears = earsOf.get(db) ?? openEars(db);
  ears.add(ear);
  return () => ears.delete(ear);
}

function openEars(db: Sql): Set<Ear> {
  const ears = new Set<Ear>();
  earsOf.set(db, ears);
  const tell = (name: string) => {
    for (const ear of ears) ear(name);
  };
  // The driver connects again by itself after every failure, the first one too, and then tells so.
  db.listen(outboxChannel, tell, () => tell("")).catch(() => {});
  return ears;
}

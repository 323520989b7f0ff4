import type { Db } from "@/db/client";
import {
  postponeSubmissions,
  rejectSubmissions,
} from "@/lib/domain/wallets/queue/postpone-submissions";
import { paidInstead } from "./is-being-paid";
import type { SubmissionRow } from "./submission-rows";

/**
 * Sets claimed submissions aside whose session was paid by another settlement after they were accepted. It
 * ends those that nothing was signed for once that settlement is final; until then, and where bytes were
 * signed before, they wait: the settlement may leave the chain.
 * @returns the others
 */
export async function setAsidePaid(
  db: Db,
  rows: readonly SubmissionRow[],
): Promise<SubmissionRow[]> {
  const paid = await db<{ id: string; isFinal: boolean; rounds: number }[]>`
    select b.id, b.rounds, p.is_final
    from relay_submissions b cross join lateral (${paidInstead(db)}) p
    where b.id = any (${rows.map(({ id }) => id)}::text[])`;
  if (paid.length === 0) return [...rows];
  const ended = paid.filter(({ isFinal, rounds }) => isFinal && rounds === 0);
  const waiting = paid.filter((row) => !ended.includes(row));
  await rejectSubmissions(
    db,
    "queued",
    ended.map(({ id }) => id),
    "session_closed",
  );
  await postponeSubmissions(
    db,
    waiting.map(({ id }) => ({ id, failure: "session_closed" })),
  );
  const aside = new Set(paid.map(({ id }) => id));
  return rows.filter(({ id }) => !aside.has(id));
}

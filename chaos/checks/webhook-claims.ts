import type { Sql } from "@/db/client";
import type { WebhookClaim } from "./evidence";
import { groupBy, type Invariant } from "./invariant";

/** Has the database write down each claim. */
export const recordClaims: readonly string[] = [
  `create table chaos_claims (
    dispatch_id text not null, fence bigint not null, attempts int not null, at timestamptz not null
  )`,
  `create function chaos_note_claim() returns trigger language plpgsql as $$
  begin
    insert into chaos_claims values (new.id, new.fence, new.attempts, clock_timestamp());
    return null;
  end $$`,
  `create trigger chaos_claims after update of fence on webhook_dispatches
    for each row when (new.fence <> old.fence) execute function chaos_note_claim()`,
];

export function readClaims(db: Sql): Promise<WebhookClaim[]> {
  return db<WebhookClaim[]>`select * from chaos_claims order by dispatch_id, fence`;
}

/** What an attempt may take at most: a claim holds for longer. */
const ATTEMPT_MS = 15_000;
/** How far apart the time at which leases were ended, and the one that is written down for it, may be. */
const TOLERANCE_MS = 3_000;

/**
 * Claims that came within an attempt's time after one without an outcome.
 * @param leaseEnds when every lease was ended, Unix milliseconds
 */
export function findShortClaims(
  claims: readonly WebhookClaim[],
  leaseEnds: readonly number[],
): string[] {
  return [...groupBy(claims, ({ dispatchId }) => dispatchId)].flatMap(([id, own]) =>
    own.flatMap((claim, turn) => {
      const before = own[turn - 1];
      if (!before || before.attempts !== claim.attempts) return [];
      const [from, to] = [before.at.getTime(), claim.at.getTime()];
      const isEnded = leaseEnds.some(
        (time) => from - TOLERANCE_MS <= time && time <= to + TOLERANCE_MS,
      );
      const held = to - from;
      return isEnded || held >= ATTEMPT_MS ? [] : [`${id} was taken again after ${held} ms`];
    }),
  );
}

/**
 * Receivers do not see a claim that is too short: the dispatch is behind all others of its endpoint then, and its next
 * attempt may come when the one before it has ended.
 */
export const claimsHold: Invariant = {
  name: "a claim of a dispatch holds until its attempt has ended, unless every lease was ended",
  violations: ({ claims, leaseEnds }) => findShortClaims(claims, leaseEnds),
};

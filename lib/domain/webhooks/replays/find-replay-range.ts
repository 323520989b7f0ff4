import type { Db } from "@/db/client";
import type { InputOf } from "@/lib/contract/endpoint";
import type { createWebhookReplay } from "@/lib/contract/webhooks/webhook-replays";
import { invalidRequest } from "@/lib/core/errors";
import { everyEvent, testEventKind } from "@/lib/core/webhooks/event-kinds";
import { inStream } from "@/lib/domain/platform/events/list-in-order";
import { type Owner, ownedBy } from "@/lib/domain/platform/owned-by";

export type ReplayInput = InputOf<typeof createWebhookReplay>;
type Input = Omit<ReplayInput, "id">;

/** What is replayed: positions, both included, and how many events. Without events it ends before it begins. */
export interface ReplayRange {
  readonly fromPosition: bigint;
  readonly toPosition: bigint;
  readonly total: number;
}

export const replayLimits = { events: 100_000 };

/** Which events a replay to an endpoint takes. */
interface Choice {
  readonly endpointId: string;
  readonly types?: Input["types"] | null;
  readonly createdAfter?: Date | null | undefined;
  readonly createdBefore?: Date | null | undefined;
}

/**
 * The events `e` that a replay takes: of its kinds, or else what the endpoint is sent, which is what it is registered for
 * and its own tests.
 */
export const isReplayed = (
  db: Db,
  { endpointId, types, createdAfter, createdBefore }: Choice,
) => db`
  ${types ? db`e.type = any (${types}::text[])` : isRegistered(db, endpointId)}
  and (e.type <> ${testEventKind} or e.resource_id = ${endpointId})
  ${createdAfter ? db`and e.created_at >= ${createdAfter}` : db``}
  ${createdBefore ? db`and e.created_at < ${createdBefore}` : db``}`;

const isRegistered = (db: Db, endpointId: string) => db`(
  e.type = ${testEventKind}
  or e.type in (select unnest(w.events) from webhook_endpoints w where w.id = ${endpointId})
  or exists (
    select from webhook_endpoints w where w.id = ${endpointId} and ${everyEvent} = any (w.events)
  ))`;

/**
 * Finds the positions that a replay goes over.
 * @throws Refusal `invalid_request`: more than 100,000 events (`range_too_large`); some have been removed
 * (`position_expired`)
 */
export async function findReplayRange(
  db: Db,
  owner: Owner,
  input: ReplayInput,
): Promise<ReplayRange> {
  const [row] = await db<
    { first: bigint | null; last: bigint | null; seen: number; total: number }[]
  >`
    select min(position) filter (where taken) as first, max(position) filter (where taken) as last,
      count(*)::int as seen, (count(*) filter (where taken))::int as total
    from (
      select e.position, ${isReplayed(db, { ...input, endpointId: input.id })} as taken from events e
      where ${inStream(db, owner)} and ${inRange(db, input)}
      limit ${replayLimits.events + 1}
    ) r`;
  if (row && row.seen > replayLimits.events) {
    const param = input.fromPosition === undefined ? "createdAfter" : "fromPosition";
    throw invalidRequest(
      param,
      `The range holds more than ${replayLimits.events} events: choose a shorter one.`,
      {
        reason: "range_too_large",
      },
    );
  }
  const fromPosition = BigInt(input.fromPosition ?? row?.first ?? 1n);
  const range = {
    fromPosition,
    toPosition: row?.last ?? fromPosition - 1n,
    total: row?.total ?? 0,
  };
  await refuseRemoved(db, owner, input, range);
  return range;
}

/**
 * Checks that a range is given in one of its forms, and does not end before it begins.
 * @throws Refusal `invalid_request`: neither positions nor moments, both, or in the wrong order (`range_malformed`)
 */
export function checkRangeForm(input: Input): void {
  const { fromPosition, toPosition, createdAfter, createdBefore } = input;
  const byMoment = createdAfter !== undefined || createdBefore !== undefined;
  const isMixed = byMoment && (fromPosition !== undefined || toPosition !== undefined);
  if (isMixed || (fromPosition === undefined && createdAfter === undefined)) {
    throw malformed(
      isMixed ? "createdAfter" : "fromPosition",
      "Give fromPosition, with or without toPosition, or createdAfter, with or without createdBefore.",
    );
  }
  if (fromPosition && toPosition && toPosition < fromPosition) {
    throw malformed("toPosition", "toPosition must not be below fromPosition.");
  }
  if (createdAfter && createdBefore && createdBefore < createdAfter) {
    throw malformed("createdBefore", "createdBefore must not be before createdAfter.");
  }
}

const malformed = (param: string, message: string) =>
  invalidRequest(param, message, { reason: "range_malformed" });

function inRange(db: Db, { fromPosition, toPosition, createdAfter, createdBefore }: Input) {
  if (fromPosition === undefined) {
    return db`
      e.position is not null and e.created_at >= ${createdAfter ?? null}
      ${createdBefore ? db`and e.created_at < ${createdBefore}` : db``}`;
  }
  return db`
    e.position >= ${fromPosition} ${toPosition ? db`and e.position <= ${toPosition}` : db``}`;
}

async function refuseRemoved(
  db: Db,
  owner: Owner,
  { fromPosition }: Input,
  range: ReplayRange,
): Promise<void> {
  if (fromPosition === undefined) return;
  const [row] = await db<{ removedPosition: bigint }[]>`
    select removed_position from event_horizons where ${ownedBy(db, owner)}`;
  const removed = row?.removedPosition ?? 0n;
  if (range.fromPosition > removed) return;
  const message = `Events up to position ${removed} have been removed.`;
  const oldestPosition = Number(removed) + 1;
  throw invalidRequest("fromPosition", message, { reason: "position_expired", oldestPosition });
}

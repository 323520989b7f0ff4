import { isApiError, StipendConnectionError } from "@/sdk/src/errors";
import type { Stipend } from "@/sdk/src/stipend";
import type { ListedEvent, WebhookReplay } from "@/sdk/src/types.generated";
import type { ListenerState } from "./listener-state";

/** What looks for replays, and forwards their events. */
export interface ReplayFollowing {
  readonly stipend: Stipend;
  readonly state: ListenerState;
  readonly signal: AbortSignal;
  forward(event: ListedEvent): Promise<void>;
  print(line: string): void;
  wait(ms: number): Promise<void>;
}

const LOOK_MS = 10_000;
/** A replay can be committed after one that began later. */
const OVERLAP_MS = 60_000;
const KEPT = 500;
const PAGE = 100;

/**
 * Forwards the events of replays that begin at any endpoint of the merchant. What had begun before the
 * listener's first start is passed over. While the server or its database is away, it looks again.
 * @throws StipendError what the API refuses
 */
export async function followReplays(following: ReplayFollowing): Promise<void> {
  const { signal, wait } = following;
  while (!signal.aborted) {
    try {
      await lookOnce(following);
    } catch (error) {
      if (signal.aborted) return;
      // The stream tells that the server is away.
      if (!isPassing(error)) throw error;
    }
    await wait(LOOK_MS).catch(() => {});
  }
}

/** The same request can succeed later: the stream goes on after these, too. */
const isPassing = (error: unknown) =>
  error instanceof StipendConnectionError ||
  (isApiError(error) && (error.status >= 500 || error.code === "rate_limited"));

async function lookOnce(following: ReplayFollowing): Promise<void> {
  const { state, print } = following;
  const kept = state.progress.replays;
  const found = await listReplays(following, kept?.since);
  if (!kept) {
    const since = found.at(-1)?.createdAt ?? new Date(0).toISOString();
    return state.save({ replays: { since, seen: found.map(({ id }) => id).slice(-KEPT) } });
  }
  for (const replay of found.filter(({ id }) => !kept.seen.includes(id))) {
    if (replay.status !== "cancelled") {
      print(
        `replay ${replay.id} of endpoint ${replay.endpointId}: positions ${replay.fromPosition} to ${replay.toPosition}`,
      );
      await forwardReplay(following, replay);
    }
    noteSeen(state, replay);
  }
}

function noteSeen(state: ListenerState, { id, createdAt }: WebhookReplay): void {
  const { since, seen } = state.progress.replays ?? { since: createdAt, seen: [] };
  const newest = createdAt > since ? createdAt : since;
  state.save({ replays: { since: newest, seen: [...seen, id].slice(-KEPT) } });
}

const EVENTS_PAGE = 100;

/** Positions, both included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * The events of a range, oldest first.
 * @throws StipendError `invalid_request` (`position_expired`): some of them have been removed
 */
export async function* readRange(
  stipend: Stipend,
  { from, to }: Range,
  signal?: AbortSignal,
): AsyncGenerator<ListedEvent, void, undefined> {
  for (let after = from - 1; after < to; ) {
    const input = { after: after, order: "asc", limit: EVENTS_PAGE } as const;
    const { data } = await stipend.events.list(input, { signal });
    for (const event of data) {
      if ((event.position ?? 0) > to) return;
      yield event;
    }
    const last = data.at(-1)?.position;
    if (typeof last !== "number") return;
    after = last;
  }
}

async function forwardReplay(following: ReplayFollowing, replay: WebhookReplay): Promise<void> {
  const { stipend, signal, forward } = following;
  const { fromPosition: from, toPosition: to } = replay;
  for await (const event of readRange(stipend, { from, to }, signal)) {
    if (isReplayed(replay, event)) await forward(event);
  }
}

const isReplayed = (
  { types, createdAfter, createdBefore }: WebhookReplay,
  { type, createdAt }: ListedEvent,
) =>
  (types?.includes(type) ?? true) &&
  (createdAfter === null || createdAt >= createdAfter) &&
  (createdBefore === null || createdAt < createdBefore);

/** The replays of all endpoints since a moment, oldest first; without one the newest of each. */
async function listReplays(
  following: ReplayFollowing,
  since: string | undefined,
): Promise<WebhookReplay[]> {
  const { stipend, signal } = following;
  const found: WebhookReplay[] = [];
  for await (const { id } of stipend.webhookEndpoints.each({}, { signal })) {
    found.push(...(await listOfEndpoint(following, id, since)));
  }
  return found.sort((left, right) => (left.createdAt < right.createdAt ? -1 : 1));
}

async function listOfEndpoint(
  { stipend, signal }: ReplayFollowing,
  id: string,
  since: string | undefined,
): Promise<WebhookReplay[]> {
  const found: WebhookReplay[] = [];
  for await (const replay of stipend.webhookReplays.each({ id, limit: PAGE }, { signal })) {
    const isEnough =
      since === undefined
        ? found.length >= PAGE
        : Date.parse(replay.createdAt) < Date.parse(since) - OVERLAP_MS;
    if (isEnough) break;
    found.push(replay);
  }
  return found;
}

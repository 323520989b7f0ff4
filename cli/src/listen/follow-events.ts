import { isApiError } from "@/sdk/src/errors";
import type { Stipend } from "@/sdk/src/stipend";
import type { StreamState } from "@/sdk/src/stream-events";
import type { ListedEvent } from "@/sdk/src/types.generated";
import type { ListenerState } from "./listener-state";

/** What takes the events of the stream. */
export interface EventFollowing {
  readonly stipend: Stipend;
  readonly state: ListenerState;
  readonly signal: AbortSignal;
  forward(event: ListedEvent): Promise<void>;
  print(line: string): void;
}

/**
 * Takes the events behind the kept position, over lost connections. A position is kept once its event has
 * been forwarded. Behind position 0 it begins with the oldest event that has not been removed.
 * @throws StipendError what the API refuses
 * @throws Error when events behind another kept position have been removed, or another database answers
 */
export async function followEvents(following: EventFollowing): Promise<void> {
  const { stipend, state } = following;
  const after = state.progress.position ?? undefined;
  if (after !== undefined) await checkPosition(stipend, after);
  await followFrom(following, after);
}

async function followFrom(following: EventFollowing, after: number | undefined): Promise<void> {
  const { stipend, state, signal, forward, print } = following;
  const onState = (change: StreamState) => tellState(following, change);
  try {
    for await (const event of stipend.events.stream({ after, signal, onState })) {
      await forward(event);
      state.save({ position: event.position });
    }
  } catch (error) {
    if (signal.aborted) return;
    const oldest = oldestOf(error);
    if (oldest === null) throw error;
    const isAnyAsked = state.progress.position === 0 && oldest - 1 > (after ?? 0);
    if (!isAnyAsked) throw expired(oldest, error);
    print(`events before position ${oldest} have been removed: it begins there`);
    await followFrom(following, oldest - 1);
  }
}

function tellState({ state, print }: EventFollowing, change: StreamState): void {
  if (change.state === "open") {
    print(`connected, behind position ${change.position}`);
    if (state.progress.position === null) state.save({ position: change.position });
    return;
  }
  const { error, retryMs } = change;
  const why = error instanceof Error ? ` (${error.message})` : "";
  print(`the stream has ended${why}; again in ${(retryMs / 1_000).toFixed(1)} s`);
}

/** A server that forgot events (a demo that was reset, a restored backup) would be listened to for ever in vain. */
async function checkPosition(stipend: Stipend, position: number): Promise<void> {
  const { data } = await stipend.events.list({ limit: 100 });
  const newest = Math.max(0, ...data.map((event) => event.position ?? 0));
  // Beyond a hundred that have no position yet, nothing can be told.
  if (newest >= position || data.some((event) => event.position === null)) return;
  throw new Error(
    `The kept position is ${position}, but the server's newest event has ${newest}: another database answers. Begin with --from now or --from 0`,
  );
}

/** @returns the oldest position that is there, of a refusal because earlier events have been removed; else null */
function oldestOf(error: unknown): number | null {
  if (!isApiError(error) || error.reason !== "position_expired") return null;
  return Number(error.details.oldestPosition);
}

const expired = (oldest: number, cause: unknown) =>
  new Error(
    `The events behind the kept position have been removed; the oldest that is there is ${oldest}. Begin with --from ${oldest - 1}`,
    { cause },
  );

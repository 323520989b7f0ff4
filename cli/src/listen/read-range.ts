import type { Stipend } from "@/sdk/src/stipend";
import type { ListedEvent } from "@/sdk/src/types.generated";

const PAGE = "100";

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
    const input = { after: String(after), order: "asc", limit: PAGE } as const;
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

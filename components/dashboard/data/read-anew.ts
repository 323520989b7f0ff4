import type { Query, QueryClient, QueryFilters } from "@tanstack/react-query";

/** Those that are read anew as soon as what is being read of them has come. */
const waiting = new WeakSet<Query>();

/**
 * Reads again what may have changed. A read in progress finishes first: if it were cancelled, a further page that the
 * user asked for would never arrive while the data keeps changing.
 */
export function readAnew(client: QueryClient, which: QueryFilters): void {
  for (const query of client.getQueryCache().findAll(which)) void readOne(client, query);
}

async function readOne(client: QueryClient, query: Query): Promise<void> {
  if (query.state.fetchStatus !== "idle") {
    if (waiting.has(query)) return;
    waiting.add(query);
    await untilIdle(client, query);
    waiting.delete(query);
  }
  await client.invalidateQueries({ queryKey: query.queryKey, exact: true });
}

/** What is being read may be given up for a further page, which is waited for as well. */
function untilIdle(client: QueryClient, query: Query): Promise<void> {
  return new Promise((resolve) => {
    const stop = client.getQueryCache().subscribe((event) => {
      if (event.query !== query) return;
      if (event.type !== "removed" && query.state.fetchStatus !== "idle") return;
      stop();
      resolve();
    });
  });
}

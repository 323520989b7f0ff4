import type { Server, ServerResponse } from "node:http";
import { Server as NetServer } from "node:net";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";

/** How much time a server has to end. */
export interface CloseTimes {
  /** For how long new requests are still taken, each with the word that its connection closes. */
  lastCallMs: number;
  /** What requests under way may take after that. */
  drainMs: number;
}

/** Turns of the event loop in which connections may still come, one after the other. */
const QUEUE_TURNS = 100;
/** For requests that are on their way down a connection, or come over one that was made last. */
const FIRST_WORD_MS = 1_000;

/**
 * Lets a server end without failing a request. A client that keeps connections open sends the next
 * request down one of them whenever it likes: closed under it, that request is lost. So the server
 * first says `Connection: close` (RFC 9112, 9.6) with every answer, and takes new connections, until
 * clients and load balancers have moved; only then does it stop listening and close what is left idle.
 * To be called before the server takes requests.
 */
export function gracefulClose(server: Server): (times: CloseTimes) => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let isClosing = false;
  server.prependListener("request", (_request, response: ServerResponse) => {
    if (isClosing) response.shouldKeepAlive = false;
    underWay.add(response);
    response.once("close", () => underWay.delete(response));
  });
  return async ({ lastCallMs, drainMs }) => {
    isClosing = true;
    for (const response of underWay) response.shouldKeepAlive = false;
    await sleep(lastCallMs);
    await emptyQueue(server);
    const closed = new Promise<void>((resolve) => {
      // Of http's own `close`, all but that it closes idle connections: a request may be on its way.
      NetServer.prototype.close.call(server, () => resolve());
    });
    await Promise.race([closed, sleep(FIRST_WORD_MS)]);
    server.closeIdleConnections();
    const cutOff = setTimeout(() => server.closeAllConnections(), drainMs);
    await closed;
    clearTimeout(cutOff);
  };
}

/** Waits until the event loop has taken the connections that stand in the queue: they would be reset. */
async function emptyQueue(server: Server): Promise<void> {
  let hasTaken = true;
  const onConnection = () => {
    hasTaken = true;
  };
  server.on("connection", onConnection);
  for (let turn = 0; turn < QUEUE_TURNS && hasTaken; turn += 1) {
    hasTaken = false;
    await setImmediate();
  }
  server.off("connection", onConnection);
}

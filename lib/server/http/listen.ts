import type { Server, ServerOptions } from "node:http";
import type { Logger } from "@/lib/adapters/logger/logger";
import { metrics } from "@/lib/adapters/metrics/metrics";

/** What hinders a server, by the code of the system's error (`listen(2)`, `bind(2)`). */
const hindrances: Readonly<Record<string, (port: number, host: string) => string>> = {
  EADDRINUSE: (port, host) =>
    `Port ${port} on ${host} is taken: stop the program that uses it, or set PORT to another one`,
  EACCES: (port) => `Port ${port} needs more rights than this user has: set PORT to 1024 or more`,
  EADDRNOTAVAIL: (_port, host) => `HOST ${host} is not an address of this machine`,
  ENOTFOUND: (_port, host) => `HOST ${host} is not an address of this machine`,
};

/**
 * Lets a server listen on a port of one of the machine's addresses, or of all.
 * @throws Error naming the setting to change, when that cannot be
 */
export async function listen(
  server: Server,
  port: number,
  host: string | undefined,
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const refuse = (error: NodeJS.ErrnoException) => {
      const say = hindrances[error.code ?? ""];
      reject(say ? new Error(say(port, host ?? "this machine"), { cause: error }) : error);
    };
    server.once("error", refuse);
    server.listen(port, host, () => {
      // What goes wrong later is not about the port.
      server.off("error", refuse);
      resolve();
    });
  });
}

/**
 * How long a connection may take, in milliseconds, from its first byte to the last one of a request, however
 * slowly it sends; after that it is answered with 408 and closed. Those that say nothing between two requests
 * are closed as well.
 */
export const serverLimits = {
  requestTimeout: 60_000,
  /** Longer than load balancers keep theirs, so that they are the ones that close. */
  keepAliveTimeout: 65_000,
  /** How often the others are looked at. */
  connectionsCheckingInterval: 5_000,
} as const satisfies ServerOptions;

/** How often the log says that connections are refused. */
const SAY_AGAIN_MS = 60_000;

/**
 * Bounds how many connections a server holds: it closes further ones at once, counts them, and says so in the
 * log, at most once a minute.
 */
export function limitConnections(
  server: Server,
  maxConnections: number,
  log: Pick<Logger, "warn">,
): void {
  const { connectionsRefused } = metrics();
  let quietUntil = 0;
  server.maxConnections = maxConnections;
  server.on("drop", () => {
    connectionsRefused.add(1);
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + SAY_AGAIN_MS;
    log.warn({ maxConnections }, "connections are refused: MAX_CONNECTIONS are open");
  });
}

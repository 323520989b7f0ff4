import type { ServerOptions } from "node:http";

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

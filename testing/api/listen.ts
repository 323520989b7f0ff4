import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { serverLimits } from "@/lib/server/http/listen";
import { prepareRequests } from "@/lib/server/http/prepare-requests";
import { exchange } from "@/server";
import { findRoute } from "./route-files";

/** The API of this process at an address. */
interface Listening {
  readonly baseUrl: string;
  readonly port: number;
  close(): Promise<void>;
  /** Closes it with every connection, as a process that is killed does. */
  cut(): Promise<void>;
}

/**
 * Serves the route files of this process as `server.ts` does; what would be Next's is 404.
 * @param onPort any that is free by default
 */
export async function listen(onPort = 0): Promise<Listening> {
  prepareRequests(0);
  const answer = exchange(findRoute, async (_, response) => {
    response.writeHead(404).end();
  });
  const server = createServer(serverLimits, answer);
  await new Promise<void>((resolve) => {
    server.listen(onPort, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    port,
    close,
    cut: () => {
      const closed = close();
      server.closeAllConnections();
      return closed;
    },
  };
}

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { prepareRequests } from "@/lib/server/prepare-requests";
import { serverLimits } from "@/lib/server/server-limits";
import { exchange } from "@/server";
import { findRoute } from "./route-files";

/** Serves the route files of this process as `server.ts` does; what would be Next's is 404. */
export async function listen(): Promise<{ baseUrl: string; close(): Promise<void> }> {
  prepareRequests(0);
  const answer = exchange(findRoute, async (_, response) => {
    response.writeHead(404).end();
  });
  const server = createServer(serverLimits, answer);
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Dice } from "@/chaos/seeded";

/** Takes wake-ups as a job engine does, and sometimes does not. */
export interface JobEngine {
  url: string;
  readonly taken: ReadonlySet<string>;
  heal(): void;
  stop(): Promise<void>;
}

const REFUSAL_CHANCE = 0.15;

/** Starts an engine that answers `POST /e/<key>`; which requests fail follows from `dice`. */
export async function startJobEngine(dice: Dice): Promise<JobEngine> {
  const taken = new Set<string>();
  let requests = 0;
  let isHealed = false;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      requests += 1;
      if (!isHealed && dice.roll("engine", requests) < REFUSAL_CHANCE) return response.destroy();
      const events: { id: string }[] = [JSON.parse(Buffer.concat(chunks).toString())].flat();
      const ids = events.map(({ id }) => id);
      for (const id of ids) taken.add(id);
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ ids, status: 200 }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    taken,
    heal: () => {
      isHealed = true;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/testing/database";
import {
  createTestClient,
  finishedRuns,
  SIGNING_KEY,
  serveFunctions,
  silentLog,
  until,
} from "@/testing/engine-fixture";
import { type Engine, startEngine } from "./start-engine";

let database: TestDatabase;
let engine: Engine | undefined;
let server: Server | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(async () => {
  await engine?.stop();
  await close();
});
afterAll(() => database.drop());

const client = createTestClient();
const fn = client.createFunction(
  { id: "http", retries: 0, triggers: [{ event: "http/go" }] },
  async ({ event, step }) => step.run("echo", () => event.data),
);
const handler = serveFunctions(client, [fn]);

/** Serves the app on a socket; returns the port. */
async function listen(port: number): Promise<number> {
  server = createServer(async (request, response) => {
    const { method, headers, url } = request;
    const body = await text(request);
    const sent = Object.entries(headers).map(([name, value]): [string, string] => [
      name,
      `${value}`,
    ]);
    const answer = await handler(
      new Request(`http://${headers.host}${url}`, { method, body, headers: sent }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(await answer.text());
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

async function close(): Promise<void> {
  if (!server?.listening) return;
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}

test("an app in another process is called over HTTP, and one that is down is waited for", async () => {
  const port = await listen(0);
  const serveUrl = `http://127.0.0.1:${port}/api/inngest`;
  engine = startEngine({ db: database.db, serveUrl, signingKey: SIGNING_KEY, log: silentLog });
  await engine.ready;
  await engine.send({ name: "http/go", data: { text: "grüße €" } });
  const [first] = await finishedRuns(database.db, "app-http");
  expect(first?.output).toEqual({ text: "grüße €" });

  await close();
  await engine.send({ name: "http/go", data: { text: "second" } });
  await until(async () => {
    const [job] = await database.db`
      select attempt, claims, run_at > now() as is_postponed from engine.job where lease_owner is null`;
    return job?.isPostponed === true && job.attempt === 0 && job.claims === 0;
  });
  await listen(port);
  const runs = await finishedRuns(database.db, "app-http", 2);
  expect(runs.map((run) => run.output)).toContainEqual({ text: "second" });
});

import { once } from "node:events";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type JobEvent, jobWiring } from "./job-wiring";
import { sendEvents } from "./send-events";

const events: JobEvent[] = [
  { id: "a", name: "payment/settled", data: { amount: "12345678901234567890" } },
  { id: "b", name: "payment/settled", data: { nested: [null, { ok: true }] } },
];

beforeEach(() => {
  vi.stubEnv("INNGEST_EVENT_KEY", "event-key-1");
  vi.stubEnv("INNGEST_BASE_URL", undefined);
  jobWiring.log = { debug() {}, info() {}, warn() {}, error() {} };
});
afterEach(() => {
  delete jobWiring.send;
});

test("with an engine in the process, events go to it with ids and data as given", async () => {
  const taken: JobEvent[] = [];
  jobWiring.send = async (sent) => {
    taken.push(...sent);
    return { ids: sent.map((event) => event.id) };
  };
  await sendEvents(events);
  expect(taken).toMatchObject(events);
});

test("a moment of trouble is tried again, lasting trouble is thrown", async () => {
  let calls = 0;
  jobWiring.send = async (sent) => {
    calls += 1;
    if (calls === 1) throw new Error("not yet");
    return { ids: sent.map((event) => event.id) };
  };
  await sendEvents(events);
  expect(calls).toBe(2);
  jobWiring.send = () => Promise.reject(new Error("never"));
  await expect(sendEvents(events)).rejects.toThrow("never");
});

test("without an engine and without INNGEST_BASE_URL nothing leaves the process", async () => {
  await expect(sendEvents(events)).rejects.toThrow("No job engine");
});

test("with INNGEST_BASE_URL they are posted to its event API", async () => {
  const posts: { url: string | undefined; body: unknown }[] = [];
  const server = createServer(async (request, response) => {
    posts.push({ url: request.url, body: JSON.parse(await text(request)) });
    response.end(JSON.stringify({ ids: ["a", "b"], status: 200 }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  vi.stubEnv("INNGEST_BASE_URL", `http://127.0.0.1:${port}/`);
  await sendEvents(events);
  server.close();
  server.closeAllConnections();
  expect(posts).toMatchObject([{ url: "/e/event-key-1", body: events }]);
});

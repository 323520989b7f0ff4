import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { deliverRequest, sendEvents } from "./inngest";
import { type JobEvent, jobWiring } from "./job-wiring";

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
  delete jobWiring.refusal;
});

/** A server in the place of Inngest's. */
async function serve(answer: RequestListener) {
  const server = createServer(answer);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("INNGEST_BASE_URL", `http://127.0.0.1:${port}/`);
  return {
    url: `http://127.0.0.1:${port}/e/event-key-1`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

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
  const { close } = await serve(async (request, response) => {
    posts.push({ url: request.url, body: JSON.parse(await text(request)) });
    response.end(JSON.stringify({ ids: ["a", "b"], status: 200 }));
  });
  await sendEvents(events);
  close();
  expect(posts).toMatchObject([{ url: "/e/event-key-1", body: events }]);
});

const post = (url: string) => deliverRequest(url, { method: "POST", body: "[]" });

test("why a server takes no events is known until it takes some, without the event key", async () => {
  let status = 401;
  const { url, close } = await serve((_request, response) => {
    response.writeHead(status).end("{}");
  });
  await post(url);
  expect(jobWiring.refusal).toBe("it answers with 401");
  status = 200;
  await post(url);
  expect(jobWiring.refusal).toBeUndefined();
  close();
  await expect(post(url)).rejects.toThrow();
  expect(jobWiring.refusal).toMatch(/^no connection: [A-Z_]+$/);
});

test("a server that takes the connection and does not answer is given up", async () => {
  const { url, close } = await serve(() => {});
  await expect(post(url)).rejects.toThrow("timeout");
  expect(jobWiring.refusal).toBe("no answer within 10 s");
  close();
}, 30_000);

test("why the engine in the process takes no events is known, and a database that fails is named as that", async () => {
  const reject = (error: Error) => {
    jobWiring.send = () => Promise.reject(error);
    return post("http://engine/e/key").catch(() => jobWiring.refusal);
  };
  expect(await reject(new Error("The app has not registered its functions"))).toBe(
    "The app has not registered its functions",
  );
  const lost = Object.assign(new Error("secret"), { code: "CONNECTION_CLOSED" });
  expect(await reject(lost)).toBe("the database fails");
});

import { once } from "node:events";
import { Agent, createServer, request, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { until } from "@/testing/engine-fixture";
import { gracefulClose } from "./graceful-close";

const CLIENTS = 20;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

/** @param prepare resolves when a request may be answered */
async function start(prepare: () => Promise<unknown>) {
  const server = createServer({ keepAliveTimeout: 60_000 }, async (_request, response) => {
    await prepare();
    response.end("done");
  });
  servers.push(server);
  const close = gracefulClose(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { close, server, port: (server.address() as AddressInfo).port };
}

/** The word about the connection that an answer came with; rejects when there is no whole answer. */
function ask(port: number, agent: Agent): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", agent }, (answer) => {
      answer.on("error", reject);
      answer.on("end", () => resolve(answer.headers.connection));
      answer.resume();
    });
    sent.on("error", reject);
    sent.end();
  });
}

/** Asks over one connection that it keeps open, until nobody listens any more. */
async function askUntilRefused(port: number, onAnswer: (word: string | undefined) => void) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    for (;;) {
      onAnswer(await ask(port, agent));
      await sleep(Math.random() * 40);
    }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  } finally {
    agent.destroy();
  }
}

test("clients that keep their connections lose no request when the server ends", async () => {
  const { close, port } = await start(() => sleep(Math.random() * 20));
  let answers = 0;
  let closing = 0;
  const clients = Array.from({ length: CLIENTS }, () =>
    askUntilRefused(port, (word) => {
      answers += 1;
      if (word === "close") closing += 1;
    }),
  );
  await until(() => answers > 5 * CLIENTS);
  expect(closing).toBe(0);
  await close({ lastCallMs: 1_000, drainMs: 5_000 });
  // Refused before anything was sent: another server takes it.
  expect(await Promise.all(clients)).toEqual(Array(CLIENTS).fill("ECONNREFUSED"));
  expect(closing).toBeGreaterThanOrEqual(CLIENTS);
});

test("a connection that nobody told anything is still answered after the server has stopped listening", async () => {
  const { close, port, server } = await start(async () => {});
  const client = connect(port, "127.0.0.1");
  let heard = "";
  client.on("data", (chunk) => {
    heard += chunk;
  });
  const ask = () => client.write("GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  ask();
  await until(() => heard.endsWith("done"));
  expect(heard).toContain("Connection: keep-alive");
  const ended = once(client, "end");
  const closed = close({ lastCallMs: 0, drainMs: 5_000 });
  await until(() => !server.listening);
  heard = "";
  ask();
  await ended;
  expect(heard).toMatch(/^HTTP\/1.1 200 [\s\S]*Connection: close[\s\S]*done$/);
  await closed;
});

test("a request under way is answered with the word that its connection closes", async () => {
  let finish = () => {};
  let isAsked = false;
  const { close, port } = await start(() => {
    isAsked = true;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  const answer = ask(port, new Agent({ keepAlive: true }));
  await until(() => isAsked);
  const closed = close({ lastCallMs: 0, drainMs: 5_000 });
  await sleep(50);
  finish();
  expect(await answer).toBe("close");
  await closed;
});

test("a request that takes too long does not keep the server from ending", async () => {
  const { close, port } = await start(() => new Promise(() => {}));
  const lost = expect(ask(port, new Agent())).rejects.toThrow();
  await sleep(50);
  await close({ lastCallMs: 0, drainMs: 100 });
  await lost;
});

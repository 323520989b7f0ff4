import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendRaw } from "@/testing/api/send-raw";
import { createWorld, type World } from "@/testing/world";
import { openServerProgram, type ServerProgram, serverEnv } from "./server-process";

const WEBSOCKETS = 300;

let world: World;
let program: ServerProgram;
const sockets: Socket[] = [];

beforeAll(async () => {
  [world, program] = await Promise.all([createWorld(), openServerProgram()]);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await program?.remove();
  await world?.stop();
});

/** What Java's HTTP client sends with each first request of a connection. */
const h2c = {
  connection: "Upgrade, HTTP2-Settings",
  upgrade: "h2c",
  "http2-settings": "AAMAAABkAAQAAP__",
};
const websocket = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  "sec-websocket-version": "13",
};

/** Sends one request on a connection that stays open. `status` is NaN when the connection was closed. */
async function ask(baseUrl: string, target: string, headers: Record<string, string>) {
  const { hostname, port, host } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on("error", () => {});
  const lines = Object.entries({ host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`GET ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`);
  const head = await new Promise<string>((resolve) => {
    socket.once("data", (chunk) => resolve(String(chunk)));
    socket.once("close", () => resolve(""));
  });
  return { socket, status: Number(head.split(" ")[1]) };
}

test("an offered upgrade is answered as if it had not been offered, on every path, and a stop is not held up", async () => {
  const server = await program.start({ ...serverEnv(world), SHUTDOWN_DELAY_MS: "0" });
  const { baseUrl } = server;
  for (const [path, plain] of [
    ["/health", 200],
    ["/v1/payment-sessions", 401],
    ["/nowhere", 404],
  ] as const) {
    for (const headers of [{}, h2c, websocket]) {
      expect([path, (await ask(baseUrl, path, headers)).status]).toEqual([path, plain]);
    }
  }
  const body = JSON.stringify({ type: "none" });
  const headers = { ...h2c, connection: `close, ${h2c.connection}` };
  const posted = await sendRaw(baseUrl, "POST", "/v1/contact", { body, headers });
  expect(JSON.parse(posted.body).error.details.issues.length).toBeGreaterThan(1);
  const targets = ["/", "/health", "/_next/webpack-hmr"];
  const answers = await Promise.all(
    Array.from({ length: WEBSOCKETS }, (_, index) =>
      ask(baseUrl, targets[index % targets.length] ?? "/", websocket),
    ),
  );
  expect(answers.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
  const closed = answers.map(({ socket }) => socket.closed || once(socket, "close"));
  server.send("SIGTERM");
  await Promise.all(closed);
  expect(await server.ended).toBe(0);
});

test("two Host headers are refused, the same one twice as well", async () => {
  const { baseUrl } = await program.start(serverEnv(world));
  const { host } = new URL(baseUrl);
  for (const second of ["evil.example", host]) {
    for (const path of ["/health", "/v1/payment-sessions", "/nowhere"]) {
      const { status, body } = await sendRaw(baseUrl, "GET", path, { headers: { Host: second } });
      expect([path, status, JSON.parse(body).error.details.reason]).toEqual([
        path,
        400,
        "malformed_host",
      ]);
    }
  }
  expect((await sendRaw(baseUrl, "GET", "/health")).status).toBe(200);
});

test("connections beyond the limit are closed and counted, and those within it are served", async () => {
  const server = await program.start({ ...serverEnv(world), MAX_CONNECTIONS: "100" });
  const { baseUrl } = server;
  const held = await Promise.all(Array.from({ length: 90 }, () => ask(baseUrl, "/health", {})));
  expect(held.map(({ status }) => status)).toEqual(Array(90).fill(200));
  const more = await Promise.all(Array.from({ length: 40 }, () => ask(baseUrl, "/health", {})));
  expect(more.filter(({ status }) => Number.isNaN(status)).length).toBeGreaterThanOrEqual(30);
  expect(server.output()).toContain("connections are refused");
  for (const { socket } of held) socket.destroy();
  const refused = async () => {
    const { body } = await sendRaw(baseUrl, "GET", "/metrics").catch(() => ({ body: "" }));
    return Number(/^stipend_http_connections_refused_total (\d+)$/m.exec(body)?.[1]);
  };
  await expect.poll(refused).toBeGreaterThanOrEqual(30);
});

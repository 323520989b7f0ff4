import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sendRaw } from "@/testing/api/send-raw";
import { clientAddress } from "./client-address";
import { maxBodyBytes } from "./http";
import { serverLimits } from "./listen";
import { sendAnswer, stampClientAddress, toApiRequest } from "./node-exchange";

/** What the server read of the last request. */
let seen: {
  method: string;
  address: string;
  forwarded: string;
  text: string | null;
  header: string | null;
};
let hops: number;
/** The server's own limits, in a hundredth of the time. */
const hurried = Object.fromEntries(
  Object.entries(serverLimits).map(([name, milliseconds]) => [name, milliseconds / 100]),
);
const server = createServer(hurried, async (request: IncomingMessage, response) => {
  const address = stampClientAddress(request, hops);
  const api = toApiRequest(request, "/", "", {}, address);
  const forwarded = clientAddress(new Headers(Object.entries(request.headers).map(flat)), 0);
  const text = await api.text().catch(() => "cut off");
  const header = api.header("x-middleware-subrequest");
  seen = { method: api.method, address, forwarded, text, header };
  await sendAnswer(response, { status: text === null ? 413 : 200, headers: {}, body: "{}" });
});
const flat = ([name, value]: [string, unknown]): [string, string] => [name, String(value)];
let baseUrl: string;

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  hops = 0;
  seen = { method: "", address: "", forwarded: "", text: null, header: null };
});
afterAll(() => {
  server.close();
});

const post = (body: string, headers: Record<string, string> = {}) =>
  sendRaw(baseUrl, "POST", "/", { body, headers });

test("a forwarded address counts only as far as proxies are trusted, once per request", async () => {
  const forged = { "x-forwarded-for": "1.1.1.1, 203.0.113.7, 10.0.0.1" };
  await post("", forged);
  expect(seen.address).toBe("127.0.0.1");
  hops = 2;
  await post("", forged);
  expect([seen.address, seen.forwarded]).toEqual(["203.0.113.7", "203.0.113.7"]);
  await post("", { "x-forwarded-for": "203.0.113.7" });
  expect(seen.address).toBe("127.0.0.1");
});

test("HEAD is answered as GET, without the body", async () => {
  const { status, headers, body } = await sendRaw(baseUrl, "HEAD", "/");
  expect([seen.method, status, headers["content-length"], body]).toEqual(["GET", 200, "2", ""]);
});

test("what was noted is not read again from the header that was written", () => {
  const socket = { remoteAddress: "127.0.0.1" };
  const headers = { "x-forwarded-for": "203.0.113.7, 10.0.0.1" };
  const request = { socket, headers } as unknown as IncomingMessage;
  expect(stampClientAddress(request, 2)).toBe("203.0.113.7");
  expect(stampClientAddress(request, 2)).toBe("203.0.113.7");
});

test("the internal headers of this server and of Next cannot be sent", async () => {
  await post("", {
    "x-stipend-client-address": "203.0.113.7",
    "x-middleware-subrequest": "proxy:proxy",
  });
  expect(seen).toMatchObject({ address: "127.0.0.1", forwarded: "127.0.0.1", header: null });
});

test("a body is read up to the limit, in bytes and not in characters", async () => {
  const fits = "é".repeat(maxBodyBytes / 2);
  expect((await post(fits)).status).toBe(200);
  expect(seen.text).toBe(fits);
  const { status, headers } = await post(`${fits}x`);
  expect([status, headers.connection]).toEqual([413, "close"]);
});

/** Sends a body that never ends. @returns the answer; null when the closed connection was noticed before it was read */
function sendWithoutEnd(): Promise<string | null> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    socket.on("error", () => resolve(null));
    socket.setEncoding("utf8").on("data", (text) => {
      resolve(String(text));
      socket.destroy();
    });
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${1024 ** 4}\r\n\r\n`);
    const chunk = Buffer.alloc(maxBodyBytes);
    const drip = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", drip);
    drip();
  });
}

test("a body that never ends is answered before it does", async () => {
  await expect.poll(sendWithoutEnd, { timeout: 60_000 }).toMatch(/^HTTP\/1.1 413 /);
});

test.each([
  ["a body", "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n", "x"],
  ["headers", "GET / HTTP/1.1\r\nhost: x\r\n", "x-drip: y\r\n"],
])("%s that drips without end is cut off, and its connection closed", async (_what, head, drop) => {
  const { hostname, port } = new URL(baseUrl);
  let answer = "";
  let isClosed = false;
  const socket = connect(Number(port), hostname, () => socket.write(head));
  socket.setEncoding("utf8").on("data", (text) => {
    answer += String(text);
  });
  socket
    .on("error", () => {})
    .on("close", () => {
      isClosed = true;
    });
  const drip = setInterval(() => socket.writable && socket.write(drop), 50);
  try {
    await expect.poll(() => isClosed, { timeout: 30_000 }).toBe(true);
  } finally {
    clearInterval(drip);
    socket.destroy();
  }
  expect(answer).toMatch(/^HTTP\/1.1 408 /);
  if (head.startsWith("POST")) await expect.poll(() => seen.text).toBe("cut off");
});

test("a body that is cut off is no empty body", async () => {
  const { hostname, port } = new URL(baseUrl);
  await new Promise<void>((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write("POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\n\r\nabc", () => {
        socket.destroy();
        resolve();
      });
    });
  });
  await expect.poll(() => seen.text).toBe("cut off");
});

import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type NameServer, startNameServer } from "@/testing/name-server";
import { drip, hang, type Receiver, startReceiver, status } from "@/testing/webhook-receiver";
import { isPublicAddress, TargetNotAllowed } from "./check-target";
import { createOutboundHttp } from "./outbound-http";
import { guardedLookup, resolveName } from "./resolve-target";

const records = new Map<string, string[]>();
const open: { close(): Promise<unknown> }[] = [];
let names: NameServer;
let canary: Server;
let canaryPort: number;
let canaryBytes = 0;
let canaryConnections = 0;

beforeAll(async () => {
  names = await startNameServer((name) => records.get(name) ?? []);
  canary = createServer((socket) => {
    canaryConnections += 1;
    socket.on("data", (data) => {
      canaryBytes += data.length;
      socket.end("HTTP/1.1 204 No Content\r\n\r\n");
    });
    socket.on("error", () => {});
  });
  canary.listen(0, "::");
  await once(canary, "listening");
  const address = canary.address();
  canaryPort = typeof address === "object" && address ? address.port : 0;
});
afterEach(async () => {
  canaryConnections = 0;
  canaryBytes = 0;
  await Promise.all(open.splice(0).map((one) => one.close()));
});
afterAll(async () => {
  canary.close();
  await names.close();
});

const local = () => createOutboundHttp({ allowLoopback: true, resolver: names.resolver });
const strict = () => createOutboundHttp({ allowLoopback: false, resolver: names.resolver });
const post = (url: string, http = local()) =>
  http.post({ url, headers: { "content-type": "text/plain" }, body: "hello", secure: false });

async function receiver(...args: Parameters<typeof startReceiver>): Promise<Receiver> {
  const started = await startReceiver(...args);
  open.push(started);
  return started;
}

/** A server that speaks bytes, not HTTP. */
async function rawServer(onData: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => onData(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  open.push({
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  });
  const address = server.address();
  return `127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

const ownAddress = Object.values(networkInterfaces())
  .flatMap((entries) => entries ?? [])
  .find((entry) => !entry.internal && entry.family === "IPv4")?.address;

/** Hosts behind which there is no stranger; names have the records that follow them. */
const refusedHosts: (string | [host: string, ...addresses: string[]])[] = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "127.255.255.254",
  "0",
  "0.0.0.0",
  "0x7f.1",
  "0x7f000001",
  "2130706433",
  "017700000001",
  "0177.0.0.1",
  "0177.0x0.0.01",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "%31%32%37.0.0.1",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:10.0.0.1]",
  "[::127.0.0.1]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b::8.8.8.8]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2002:a00:1::1]",
  "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
  "[2001:10::1]",
  "[2001:20::1]",
  "[2001:db8::1]",
  "[3fff::1]",
  "[100::1]",
  "[5f00::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fd12:3456:789a::1]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[4000::1]",
  "10.0.0.1",
  "10.255.255.255",
  "100.64.0.1",
  "100.100.100.200",
  "100.127.255.255",
  "169.254.169.254",
  "0xa9fea9fe",
  "2852039166",
  "169.254.170.2",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.19.255.255",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "239.255.255.255",
  "240.0.0.1",
  "255.255.255.255",
  "168.63.129.16",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "foo.localhost",
  "localhost.localdomain",
  "metadata.google.internal",
  "metadata.google.internal.",
  "printer.local",
  "db.default.svc.cluster.local",
  "router.home.arpa",
  "postgres",
  "example.com.",
  ["to-loopback.example", "127.0.0.1"],
  ["to-loopback6.example", "::1"],
  ["to-metadata.example", "169.254.169.254"],
  ["to-private.example", "10.1.2.3", "192.168.1.1"],
  ["to-mapped.example", "::ffff:7f00:1"],
  ["to-nat64.example", "64:ff9b::7f00:1"],
  ["to-6to4.example", "2002:7f00:1::1"],
  ["to-unspecified.example", "0.0.0.0", "::"],
  ...(ownAddress ? [ownAddress] : []),
];

test.each(refusedHosts.map((entry) => [entry].flat()))(
  "%s is refused when it is given and when it is called, without a byte sent",
  async (host, ...addresses) => {
    records.set(host, addresses);
    const url = `http://${host}:${canaryPort}/hook`;
    await expect(strict().check(url, { secure: false })).rejects.toBeInstanceOf(TargetNotAllowed);
    const reply = await post(url, strict());
    expect(reply.failure).toMatch(/^(address|host)_not_allowed$/);
    expect(reply.status).toBeNull();
    expect([canaryConnections, canaryBytes]).toEqual([0, 0]);
  },
);

test("the canary can be reached, so the table above would notice a byte", async () => {
  expect(await post(`http://127.0.0.1:${canaryPort}/`)).toMatchObject({ status: 204 });
  expect(canaryConnections).toBe(1);
  expect(canaryBytes).toBeGreaterThan(0);
});

test("addresses just outside the refused ranges are public", () => {
  const outside = [
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "126.255.255.255",
    "128.0.0.0",
    "169.253.255.255",
    "169.255.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "191.255.255.255",
    "192.0.1.0",
    "192.167.255.255",
    "192.169.0.0",
    "198.17.255.255",
    "198.20.0.0",
    "203.0.112.255",
    "203.0.114.0",
    "223.255.255.255",
    "2001:200::1",
    "2001:4860:4860::8888",
    "2606:4700:4700::1111",
    "2a00:1450:4001:80b::200e",
  ];
  expect(outside.filter((address) => !isPublicAddress(address))).toEqual([]);
});

test("a name that led to a public address when it was given and to this machine later is not called", async () => {
  let isFirst = true;
  const rebinding = await startNameServer(() => (isFirst ? ["93.184.215.14"] : ["127.0.0.1"]));
  open.push(rebinding);
  const http = createOutboundHttp({ allowLoopback: false, resolver: rebinding.resolver });
  const url = `http://rebind.example:${canaryPort}/hook`;
  await http.check(url, { secure: false });
  isFirst = false;
  expect(await post(url, http)).toMatchObject({ status: null, failure: "address_not_allowed" });
  expect([canaryConnections, canaryBytes]).toEqual([0, 0]);
});

test("a connection goes only to addresses that were checked, from a single resolution", async () => {
  records.set("mixed.example", ["10.0.0.1", "93.184.215.14", "127.0.0.1", "::1", "2606:4700::1"]);
  names.asked.length = 0;
  const rules = { secure: true, allowLoopback: false };
  const lookup = guardedLookup(rules, (name) => resolveName(name, names.resolver));
  const found = await new Promise((resolve) => {
    lookup("mixed.example", { all: true }, (_, addresses) => resolve(addresses));
  });
  expect(found).toEqual([
    { address: "93.184.215.14", family: 4 },
    { address: "2606:4700::1", family: 6 },
  ]);
  expect(names.asked).toEqual(["mixed.example", "mixed.example"]);
});

test("a name that leads to one private address among public ones is refused when it is given", async () => {
  records.set("mixed.example", ["93.184.215.14", "10.0.0.1"]);
  await expect(
    strict().check("https://mixed.example/hook", { secure: true }),
  ).rejects.toMatchObject({ reason: "address_not_allowed" });
});

test("a name that does not resolve yet may be given, and calling it fails", async () => {
  const url = `http://nowhere.example:${canaryPort}/hook`;
  expect((await strict().check(url, { secure: false })).hostname).toBe("nowhere.example");
  expect(await post(url)).toMatchObject({ status: null, failure: "name_not_resolved" });
});

test.each([
  ["http://example.com/hook", "scheme_not_allowed"],
  ["ftp://example.com/hook", "scheme_not_allowed"],
  ["javascript:alert(1)", "scheme_not_allowed"],
  ["https://example.com:444/hook", "port_not_allowed"],
  ["https://example.com:22/hook", "port_not_allowed"],
  ["https://user@example.com/hook", "user_info_not_allowed"],
  ["https://user:pass@example.com/hook", "user_info_not_allowed"],
  ["https://example.com@127.0.0.1/hook", "user_info_not_allowed"],
  // Node decodes user info when it connects, and throws on what is no escape.
  ["https://%@example.com/hook", "user_info_not_allowed"],
  ["https://%zz:%@example.com/hook", "user_info_not_allowed"],
  ["https://@example.com/hook", "user_info_not_allowed"],
  ["https://", "url_malformed"],
  ["hook", "url_malformed"],
  ["//example.com/hook", "url_malformed"],
])("in live mode %s is refused: %s", async (url, reason) => {
  await expect(strict().check(url, { secure: true })).rejects.toMatchObject({ reason });
});

test.each([
  "https://example.com/hook",
  "https://example.com:443/",
  "https://example.com:8443/x?y=z",
])("in live mode %s is accepted", async (url) => {
  records.set("example.com", ["93.184.215.14"]);
  await expect(strict().check(url, { secure: true })).resolves.toBeInstanceOf(URL);
});

test("opening loopback opens nothing else that is private", async () => {
  records.set("to-private.example", ["10.1.2.3"]);
  for (const host of [
    "10.0.0.1",
    "169.254.169.254",
    "[fd00::1]",
    "to-private.example",
    "intranet",
  ]) {
    await expect(local().check(`http://${host}/`, { secure: false })).rejects.toBeInstanceOf(
      TargetNotAllowed,
    );
  }
});

test("a URL of the operator's own configuration may lead into the operator's network", async () => {
  records.set("to-private.example", ["10.1.2.3"]);
  const trusted = createOutboundHttp({
    ...{ allowLoopback: false, isTrusted: true },
    resolver: names.resolver,
  });
  for (const host of ["10.0.0.1", "[fd00::1]", "to-private.example"]) {
    const url = trusted.check(`http://${host}:9093/`, { secure: false });
    await expect(url).resolves.toBeInstanceOf(URL);
  }
  // Sent to an address that is not public, by a name.
  records.set("alerts.internal", ["127.0.0.1"]);
  const { url } = await receiver();
  const sent = await post(url.replace("127.0.0.1", "alerts.internal"), trusted);
  expect(sent).toMatchObject({ status: 200 });
});

test("the name of such a URL may be one that the system alone knows, such as one of its file of hosts", async () => {
  const trusted = createOutboundHttp({
    ...{ allowLoopback: false, isTrusted: true },
    system: async (name) => {
      if (name !== "alertmanager") throw new Error("ENOTFOUND");
      return [{ address: "127.0.0.1", family: 4 }];
    },
  });
  const { url } = await receiver();
  const sent = await post(url.replace("127.0.0.1", "alertmanager"), trusted);
  expect(sent).toMatchObject({ status: 200 });
  expect(await post("http://nowhere/", trusted)).toMatchObject({ failure: "name_not_resolved" });
});

test("a request arrives as it was given, and each one on a connection of its own", async () => {
  const { url, port, received, connections } = await receiver((_, response) => {
    response.writeHead(202).end("taken");
  });
  expect(await post(`${url}?a=b%20c#frag`)).toMatchObject({
    status: 202,
    body: "taken",
    failure: null,
  });
  expect(await post(`http://localhost:${port}/`)).toMatchObject({ status: 202 });
  expect(received[0]).toMatchObject({
    path: "/hook?a=b%20c",
    body: "hello",
    headers: { "content-type": "text/plain", "accept-encoding": "identity", "content-length": "5" },
  });
  expect(connections()).toBe(2);
});

test("a redirect is an answer, never followed", async () => {
  const inner = await receiver();
  for (const code of [301, 302, 303, 307, 308]) {
    const { url } = await receiver(status(code, { location: inner.url }));
    expect(await post(url)).toMatchObject({ status: code, failure: null });
  }
  expect(inner.connections()).toBe(0);
});

test("of 200 MB of body only the first 16 kB are taken, and memory does not grow with it", async () => {
  const piece = Buffer.alloc(64 * 1024, "x");
  let written = 0;
  const { url } = await receiver((_, response) => {
    response.on("error", () => {});
    const pump = () => {
      while (written < 200 * 1024 * 1024 && !response.destroyed) {
        written += piece.length;
        if (!response.write(piece)) return void response.once("drain", pump);
      }
      response.end();
    };
    pump();
  });
  const before = process.memoryUsage.rss();
  const reply = await post(url);
  expect(reply).toMatchObject({ status: 200, body: "x".repeat(16_384) });
  expect(written).toBeLessThan(20 * 1024 * 1024);
  expect(process.memoryUsage.rss() - before).toBeLessThan(50 * 1024 * 1024);
});

test("a compressed body is not inflated", async () => {
  const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
  const { url } = await receiver((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(bomb);
  });
  const reply = await post(url);
  expect(reply.status).toBe(200);
  expect(reply.body?.length).toBeLessThanOrEqual(16_384);
});

test("bytes that are no text, and the character that Postgres refuses, are replaced", async () => {
  const { url } = await receiver((_, response) => {
    response.end(Buffer.from([0x61, 0x00, 0xff, 0x62]));
  });
  expect((await post(url)).body).toBe("a\uFFFD\uFFFDb");
});

test("a body that drips for ever is cut, and its status counts", async () => {
  const { url } = await receiver(drip);
  const reply = await post(url);
  expect(reply).toMatchObject({ status: 200, failure: null });
  expect(reply.body).toMatch(/^\.+$/);
});

test("a response head larger than 16 kB is a failure", async () => {
  const host = await rawServer((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nx-large: ${"a".repeat(64 * 1024)}\r\n\r\n`);
  });
  expect(await post(`http://${host}/`)).toMatchObject({ failure: "headers_too_large" });
});

test("interim answers without end are a failure before 1 MB of them is read", async () => {
  const interim = `HTTP/1.1 103 Early Hints\r\nlink: ${"a".repeat(15_000)}\r\n\r\n`;
  const host = await rawServer((socket) => {
    socket.end(`${interim.repeat(60)}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`);
  });
  expect(await post(`http://${host}/`)).toMatchObject({
    status: null,
    failure: "headers_too_large",
  });
});

test("a few interim answers before a large body leave it whole", async () => {
  const interim = `HTTP/1.1 103 Early Hints\r\nlink: ${"a".repeat(15_000)}\r\n\r\n`;
  const length = 300_000;
  const host = await rawServer((socket) => {
    const head = `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`;
    socket.end(`${interim.repeat(3)}${head}${"x".repeat(length)}`);
  });
  const file = { url: `http://${host}/`, headers: {}, secure: false, maxBytes: length };
  const taken = await local().download(file);
  expect(taken).toMatchObject({ failure: null });
  expect(taken.bytes?.length).toBe(length);
});

test("an answer that is no HTTP is a failure", async () => {
  const host = await rawServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n"));
  expect(await post(`http://${host}/`)).toMatchObject({ failure: "response_malformed" });
});

const empty = "\r\ncontent-length: 0\r\n\r\n";

test.each([
  ["an interim answer before it", `HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK${empty}`],
  ["hints before it", `HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK${empty}`],
  ["the older version", "HTTP/1.0 200 OK\r\n\r\n"],
  ["no reason", `HTTP/1.1 200 ${empty}`],
  ["no space where the reason would be", `HTTP/1.1 200${empty}`],
  ["a reason that is no ASCII", `HTTP/1.1 200 D\u00e9j\u00e0${empty}`],
  ["lines that end with LF alone", "HTTP/1.1 200 OK\ncontent-length: 0\n\n"],
  ["a folded field", `HTTP/1.1 200 OK\r\nx: a\r\n  b${empty}`],
  ["an empty field", `HTTP/1.1 200 OK\r\nx:${empty}`],
  [
    "extensions and trailers of chunks",
    'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;a="b"\r\nok\r\n0\r\nx: 1\r\n\r\n',
  ],
  [
    "a length beside chunks",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\ncontent-length: 9\r\n\r\n2\r\nok\r\n0\r\n\r\n",
  ],
  ["two equal lengths", "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nContent-Length: 2\r\n\r\nok"],
  ["equal lengths in one field", "HTTP/1.1 200 OK\r\ncontent-length: 2, 2\r\nx: 1\r\n\r\nok"],
  [
    "equal lengths behind an interim answer",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\ncontent-length: 0\ncontent-length: 0\n\n",
    201,
  ],
  ["an offer to upgrade", `HTTP/1.1 200 OK\r\nupgrade: h2c\r\nconnection: upgrade${empty}`],
  ["less than its length", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nok"],
  ["another answer after it", `HTTP/1.1 200 OK${empty}HTTP/1.1 408 Request Timeout${empty}`],
  [
    "another protocol",
    "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
    101,
  ],
])("an answer with %s counts by its status", async (_, bytes, status = 200) => {
  const host = await rawServer((socket) => socket.end(Buffer.from(bytes, "latin1")));
  expect(await post(`http://${host}/`)).toMatchObject({ status, failure: null });
});

test.each([
  [
    "the body of an answer with two lengths is read",
    "2",
    "2",
    { status: 200, body: "ok", failure: null },
  ],
  [
    "two lengths that differ are no answer",
    "2",
    "3",
    { status: null, failure: "response_malformed" },
  ],
  [
    "a length that is no number is no answer",
    "2",
    "2x",
    { status: null, failure: "response_malformed" },
  ],
])("%s", async (_, one, other, reply) => {
  const host = await rawServer((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\ncontent-length: ${one}\r\ncontent-length: ${other}\r\n\r\nok`),
  );
  expect(await post(`http://${host}/`)).toMatchObject(reply);
});

test("an answer before all of a large body was taken counts by its status", async () => {
  const host = await rawServer((socket) => {
    socket.write("HTTP/1.1 413 Content Too Large\r\nconnection: close\r\n\r\n");
    setTimeout(() => socket.destroy(), 50);
  });
  const body = "x".repeat(3_000_000);
  const reply = await local().post({ url: `http://${host}/`, headers: {}, body, secure: false });
  expect(reply).toMatchObject({ status: 413, failure: null });
});

test("a receiver that hangs up, refuses, or does not speak TLS is a failure with its own word", async () => {
  const host = await rawServer((socket) => socket.destroy());
  expect(await post(`http://${host}/`)).toMatchObject({ failure: "connection_failed" });
  const gone = await startReceiver();
  await gone.close();
  expect(await post(gone.url)).toMatchObject({ failure: "connection_refused" });
  const plain = await receiver();
  const url = plain.url.replace("http:", "https:");
  expect(await post(url)).toMatchObject({ failure: "tls_failed" });
  expect(plain.received).toHaveLength(0);
});

test("every way of not answering ends at the deadline", async () => {
  const silent = await receiver(hang);
  const headerDrip = await rawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\n");
    const timer = setInterval(() => socket.write("x-a: b\r\n"), 50);
    socket.on("close", () => clearInterval(timer));
  });
  const noHandshake = await rawServer(() => {});
  const replies = await Promise.all([
    post(silent.url),
    post(`http://${headerDrip}/`),
    post(`https://${noHandshake}/`),
  ]);
  expect(replies.map((reply) => reply.failure)).toEqual(["timeout", expect.any(String), "timeout"]);
  expect(replies[1]?.failure).toMatch(/timeout|headers_too_large/);
});

import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { stampClientAddress } from "@/lib/server/http/node-exchange";
import { metricsAccess } from "./serve-metrics";

/** A request from an address, as it is after the server has looked at it. */
function arrived(peer: string, headers: Record<string, string> = {}) {
  const socket = new Socket();
  Object.defineProperty(socket, "remoteAddress", { value: peer });
  const request = new IncomingMessage(socket);
  Object.assign(request.headers, { host: "127.0.0.1:3000", ...headers });
  stampClientAddress(request, 1);
  return {
    header: (name: string) => {
      const value = request.headers[name];
      return value === undefined ? null : String(value);
    },
  };
}

test("a process on this machine may read the metrics, whatever proxies are trusted", () => {
  for (const peer of ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"]) {
    expect(metricsAccess(arrived(peer), undefined)).toBe("granted");
    expect(metricsAccess(arrived(peer, { "x-forwarded-for": "127.0.0.1" }), undefined)).toBe(
      "hidden",
    );
    expect(metricsAccess(arrived(peer, { "x-real-ip": "127.0.0.1" }), undefined)).toBe("hidden");
  }
});

test("a page whose name was made to mean this machine may not", () => {
  const named = (host: string) => metricsAccess(arrived("127.0.0.1", { host }), undefined);
  for (const host of ["localhost", "localhost:3000", "127.0.0.1", "[::1]:3000"]) {
    expect(named(host)).toBe("granted");
  }
  for (const host of [
    "rebound.example",
    "localhost.rebound.example:3000",
    "127.0.0.1.nip.example",
    "",
  ]) {
    expect(named(host)).toBe("hidden");
  }
});

test("where there is a token it is asked of everybody: a proxy on this machine may forward without a word", () => {
  const token = "a".repeat(16);
  expect(metricsAccess(arrived("127.0.0.1"), token)).toBe("refused");
  const bearer = (text: string) => arrived("127.0.0.1", { authorization: `Bearer ${text}` });
  expect(metricsAccess(bearer(token), token)).toBe("granted");
  expect(metricsAccess(bearer(`${token}b`), token)).toBe("refused");
});

test("nobody else may, whatever headers say", () => {
  for (const peer of ["10.0.0.1", "192.0.2.7", "::2", "1127.0.0.1", "2001:db8::127.0.0.1"]) {
    expect(metricsAccess(arrived(peer), undefined)).toBe("hidden");
    expect(metricsAccess(arrived(peer, { host: "127.0.0.1" }), "a".repeat(16))).toBe("refused");
  }
});

test("the mark of a request from here cannot be sent in", () => {
  const mark = arrived("127.0.0.1").header("x-stipend-local-peer") ?? "";
  expect(mark).not.toBe("");
  expect(metricsAccess(arrived("10.0.0.1", { "x-stipend-local-peer": mark }), undefined)).toBe(
    "hidden",
  );
});

import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { listOf, pageQuery } from "@/lib/contract/fields";
import type { Context } from "@/lib/domain/platform/context";
import type { ApiResponse } from "@/lib/server/http/http";
import { sendAnswer } from "@/lib/server/http/node-exchange";
import { csvFormOf, csvRunner, type ListVerb } from "./list-csv";

const declaration = endpoint({
  method: "GET",
  path: "/v1/things",
  tag: "Things",
  summary: "List things",
  auth: "merchant",
  scope: "sessions_read",
  query: z.strictObject(pageQuery),
  status: 200,
  response: listOf(z.object({ id: z.string() })),
});

const pageOf = (ids: string[], nextCursor: string | null) => ({
  object: "list" as const,
  data: ids.map((id) => ({ id })),
  hasMore: nextCursor !== null,
  nextCursor,
  url: "/v1/things",
});

const recheck = vi.fn(async () => {});
const stopping = new AbortController();
const contextOf = (merchantId = "mer_a") =>
  ({
    actor: { kind: "key", merchantId, mode: "test" },
    recheck,
    stopping: stopping.signal,
  }) as unknown as Context;

async function taken({ stream }: ApiResponse): Promise<string> {
  let text = "";
  for await (const piece of stream?.(new AbortController().signal) ?? []) text += piece;
  return text;
}

async function textOf(verb: ListVerb, ctx = contextOf()): Promise<string> {
  return taken(await csvRunner(declaration, verb)(ctx, {}, null));
}

let server: Server | undefined;
beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
afterEach(() => {
  vi.useRealTimers();
  server?.closeAllConnections();
  server?.close();
});

/** What comes over the wire, and whether it ended in order. */
async function received(
  verb: ListVerb,
  version: string,
): Promise<{ text: string; isWhole: boolean }> {
  vi.useRealTimers();
  server = createServer(async (_, response) => {
    await sendAnswer(response, await csvRunner(declaration, verb)(contextOf(), {}, null)).catch(
      () => response.destroy(),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.write(`GET / HTTP/${version}\r\nhost: x\r\nconnection: close\r\n\r\n`);
  let text = "";
  socket.setEncoding("utf8").on("data", (piece: string) => {
    text += piece;
  });
  const broken = await new Promise<boolean>((resolve) => {
    socket.once("error", () => resolve(true)).once("end", () => resolve(false));
  });
  return { text, isWhole: !broken && (version === "1.0" || text.endsWith("0\r\n\r\n")) };
}

const failsLater: ListVerb = async (_, input) => {
  if ((input as { cursor?: string }).cursor === undefined) return pageOf(["a", "b"], "next");
  throw new Error("the database went away");
};
const twoPages: ListVerb = async (_, input) =>
  (input as { cursor?: string }).cursor === undefined
    ? pageOf(["a", "b"], "next")
    : pageOf(["c"], null);

it.each(["1.0", "1.1"])(
  "breaks the connection of HTTP/%s off where it fails in the middle",
  async (version) => {
    const whole = await received(twoPages, version);
    expect(whole.isWhole).toBe(true);
    expect(whole.text).toContain("c\r\n");
    server?.close();
    expect((await received(failsLater, version)).isWhole).toBe(false);
  },
);

it("reads a page only once the one before was taken", async () => {
  const verb = vi.fn(twoPages);
  const { stream } = await csvRunner(declaration, verb)(contextOf(), {}, null);
  const pieces = stream?.(new AbortController().signal)[Symbol.asyncIterator]();
  await pieces?.next();
  await pieces?.next();
  expect(verb).toHaveBeenCalledTimes(1);
  await pieces?.next();
  expect(verb).toHaveBeenCalledTimes(2);
  await pieces?.return?.();
});

it("ends with an error once it takes longer than ten minutes", async () => {
  let pages = 0;
  const endless: ListVerb = async () => {
    pages += 1;
    vi.advanceTimersByTime(60_000);
    return pageOf(["a"], pages < 100 ? "next" : null);
  };
  await expect(textOf(endless)).rejects.toThrow("took too long");
});

it("looks at the key again every ten seconds, and ends with an error once it may not", async () => {
  recheck.mockRejectedValueOnce(new Error("revoked"));
  const slow: ListVerb = async () => {
    vi.advanceTimersByTime(11_000);
    return pageOf(["a"], "next");
  };
  await expect(textOf(slow)).rejects.toThrow("revoked");
});

it("sends one caller two files at a time, and takes a third once one is done or is not read", async () => {
  const open = (merchantId: string) =>
    csvRunner(declaration, twoPages)(contextOf(merchantId), {}, null);
  const first = await open("mer_a");
  await open("mer_a");
  await expect(open("mer_a")).rejects.toMatchObject({
    info: { details: { reason: "too_many_exports" }, retryAfterSeconds: 10 },
  });
  await open("mer_b");
  await taken(first);
  await open("mer_a");
  vi.advanceTimersByTime(5_000);
  await open("mer_a");
  await open("mer_a");
  vi.advanceTimersByTime(5_000);
});

const formOf = (accept: string | null) => csvFormOf({ header: () => accept });
const asked = (accept: string | null) => formOf(accept) !== null;

it.each([
  "text/csv",
  "TEXT/CSV",
  "text/csv, */*",
  "text/csv;q=0.5",
  "text/csv; header=present; q=1.0",
  "text/csv, application/json;q=0.9",
])("%s asks for CSV", (accept) => {
  expect(asked(accept)).toBe(true);
});

it.each([
  null,
  "",
  "*/*",
  "text/*",
  "application/json",
  "application/json, text/csv",
  "text/csv;q=0",
  "text/csv;q=2",
  "text/csv;q=0.5, application/json",
  "text/csvx",
  "text/html",
])("%s does not", (accept) => {
  expect(asked(accept)).toBe(false);
});

it.each([
  ["text/csv", { hasMark: false, delimiter: "," }],
  ["text/csv; profile=spreadsheet", { hasMark: true, delimiter: "," }],
  ['text/csv; profile="spreadsheet"; delimiter=","', { hasMark: true, delimiter: "," }],
  ['text/csv;profile=spreadsheet;delimiter=";"', { hasMark: true, delimiter: ";" }],
  [
    'application/json;q=0.1, TEXT/CSV; Profile=Spreadsheet; Delimiter=";"; q=0.9',
    { hasMark: true, delimiter: ";" },
  ],
  ['text/csv; delimiter=";"', { hasMark: false, delimiter: "," }],
  ["text/csv; profile=other", { hasMark: false, delimiter: "," }],
  ['text/csv; profile=spreadsheet; delimiter="|"', { hasMark: true, delimiter: "," }],
])("%s asks for its form", (accept, form) => {
  expect(formOf(accept)).toEqual(form);
});

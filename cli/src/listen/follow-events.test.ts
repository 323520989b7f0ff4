import { afterEach, beforeEach, expect, test } from "vitest";
import { createStipend } from "@/sdk/src/stipend";
import { followEvents } from "./follow-events";
import type { ListenerState } from "./listener-state";

let ending: AbortController;
let lines: string[];
let saved: (number | null)[];
let forwarded: string[];
/** The `Last-Event-Id` of each stream. */
let began: (string | null)[];
let state: ListenerState;
/** What the streams say, one after the other. The last one ends with the listener. */
let streams: string[];
/** Positions of the newest events, as the list has them. */
let newest: (number | null)[];
/** What the first stream is answered instead. */
let refusal: Response | null;

beforeEach(() => {
  ending = new AbortController();
  lines = [];
  saved = [];
  forwarded = [];
  began = [];
  streams = [];
  newest = [];
  refusal = null;
  state = stateAt(null);
});
afterEach(() => ending.abort());

function stateAt(position: number | null): ListenerState {
  const made: ListenerState = {
    file: "state.json",
    progress: { position, replays: null },
    save: (changed) => {
      made.progress = { ...made.progress, ...changed };
      saved.push(made.progress.position);
    },
    release: () => {},
  };
  return made;
}

const opened = (position: number) => `id: ${position}\n\n`;
const told = (position: number) =>
  `id: ${position}\ndata: ${JSON.stringify({ id: `evt_${position}`, position })}\n\n`;

async function answer(url: URL, init: RequestInit): Promise<Response> {
  if (url.pathname === "/v1/events") {
    return Response.json({ data: newest.map((position) => ({ position })), nextCursor: null });
  }
  began.push(new Headers(init.headers).get("last-event-id"));
  const refused = refusal;
  refusal = null;
  if (refused) return refused;
  const text = streams.shift() ?? "";
  const isLast = streams.length === 0;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(text));
      if (!isLast) controller.close();
      else init.signal?.addEventListener("abort", () => controller.error(new Error("gone")));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
}

const stipend = createStipend({
  baseUrl: "http://localhost:3000",
  key: "sk_test_x",
  maxRetries: 0,
  fetch: (url, init) => answer(new URL(String(url)), init ?? {}),
});

/** Follows until so many were forwarded. */
function follow(count: number, fail?: (id: string) => Error | null): Promise<void> {
  return followEvents({
    stipend,
    state,
    signal: ending.signal,
    print: (line) => lines.push(line),
    forward: async ({ id }) => {
      const error = fail?.(id);
      if (error) throw error;
      forwarded.push(id);
      if (forwarded.length === count) setTimeout(() => ending.abort(), 5);
    },
  });
}

test("the first start keeps where it began, and each position once its event was forwarded", async () => {
  streams = [opened(16) + told(17) + told(18)];
  await follow(2);
  expect(began).toEqual([null]);
  expect(forwarded).toEqual(["evt_17", "evt_18"]);
  expect(saved).toEqual([16, 17, 18]);
  expect(lines[0]).toBe("connected, behind position 16");
});

test("a kept position is gone on from, and is not replaced by where the stream stands", async () => {
  state = stateAt(17);
  newest = [20];
  streams = [opened(17) + told(18)];
  await follow(1);
  expect(began).toEqual(["17"]);
  expect(saved).toEqual([18]);
});

test("an event that could not be forwarded is not counted as such", async () => {
  streams = [opened(16) + told(17)];
  await expect(follow(1, () => new Error("nobody listens"))).rejects.toThrow("nobody listens");
  expect(saved).toEqual([16]);
});

test("a lost connection is told and made again behind the last event", async () => {
  streams = [opened(16) + told(17), opened(17) + told(18)];
  await follow(2);
  expect(began).toEqual([null, "17"]);
  expect(forwarded).toEqual(["evt_17", "evt_18"]);
  expect(lines).toContain("the stream has ended; again in 2.0 s");
});

test("a server that never had the kept position is another one: nothing is awaited from it", async () => {
  state = stateAt(17);
  newest = [4, 3];
  await expect(follow(1)).rejects.toThrow(/newest event has 4.*--from now/);
  expect(began).toEqual([]);
});

test("while the newest have no position yet, nothing can be told of the server", async () => {
  state = stateAt(17);
  newest = [null, 16];
  streams = [opened(17) + told(18)];
  await follow(1);
  expect(forwarded).toEqual(["evt_18"]);
});

const removedBefore = (oldestPosition: number) => {
  const details = { reason: "position_expired", oldestPosition };
  const error = { code: "invalid_request", message: "Removed.", details };
  return Response.json({ error }, { status: 400 });
};

test("behind position 0 it begins with the oldest event that was not removed", async () => {
  state = stateAt(0);
  newest = [90];
  refusal = removedBefore(41);
  streams = [opened(40) + told(41)];
  await follow(1);
  expect(began).toEqual(["0", "40"]);
  expect(saved).toEqual([41]);
  expect(lines[0]).toMatch(/before position 41/);
});

test("events that were removed meanwhile are named, with where to begin", async () => {
  state = stateAt(17);
  newest = [90];
  refusal = removedBefore(41);
  await expect(follow(1)).rejects.toThrow("the oldest that is there is 41. Begin with --from 40");
});

test("another refusal is told as the API says it", async () => {
  const error = { code: "permission_denied", message: "No scope.", details: { reason: "x" } };
  refusal = Response.json({ error }, { status: 403 });
  await expect(follow(1)).rejects.toThrow("No scope.");
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetAccessToken } from "@/lib/client/access-token";
import type { Acting } from "@/lib/client/call-as-person";
import { followEvents, tellOtherPages } from "./follow-events";

/** A page's channel: what is posted reaches the others of its name. */
class Channel {
  static all: Channel[] = [];
  static posted: unknown[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  constructor(readonly name: string) {
    Channel.all.push(this);
  }
  postMessage(data: unknown) {
    Channel.posted.push(data);
    for (const other of Channel.all) {
      if (other !== this && other.name === this.name) other.onmessage?.({ data });
    }
  }
  close() {
    Channel.all = Channel.all.filter((other) => other !== this);
  }
}

/** Locks as a browser has them: one holder per name, the next one in turn. */
function createLocks() {
  const queues = new Map<string, Promise<unknown>>();
  return {
    request: (name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
      const before = queues.get(name) ?? Promise.resolve();
      const mine = before.then(() => {
        if (signal.aborted) throw signal.reason;
        return work();
      });
      queues.set(
        name,
        mine.catch(() => {}),
      );
      return mine;
    },
  };
}

interface Stream {
  readonly after: string | null;
  readonly merchant: string | null;
  readonly bearer: string | null;
  say(text: string): void;
}

let streams: Stream[];
let minted: number;
let refusals: Response[];
let page: EventTarget & { visibilityState: string };
let ends: (() => void)[];
const acting: Acting = { mode: "test", merchantId: "mer_1" };

beforeEach(() => {
  vi.useFakeTimers();
  forgetAccessToken();
  streams = [];
  minted = 0;
  refusals = [];
  ends = [];
  Channel.all = [];
  Channel.posted = [];
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { origin: "https://stipend.example" });
  vi.stubGlobal("navigator", { locks: createLocks() });
  vi.stubGlobal("BroadcastChannel", Channel);
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
    if (new URL(url).pathname === "/api/identity/token") {
      minted += 1;
      return Response.json({ accessToken: `token-${minted}` });
    }
    return refusals.shift() ?? stream(init);
  });
});
afterEach(async () => {
  for (const end of ends) end();
  await settle();
  forgetAccessToken();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function stream({ headers: given, signal }: RequestInit): Response {
  const headers = new Headers(given);
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      streams.push({
        after: headers.get("last-event-id"),
        merchant: headers.get("stipend-merchant"),
        bearer: headers.get("authorization"),
        say: (text) => controller.enqueue(new TextEncoder().encode(text)),
      });
      signal?.addEventListener("abort", () => controller.error(new Error("gone")));
    },
  });
  return new Response(body);
}

const settle = () => vi.advanceTimersByTimeAsync(0);
const opened = (position: number) => `id: ${position}\n\n`;
const told = (position: number) =>
  `id: ${position}\ndata: ${JSON.stringify({
    ...{ id: `evt_${position}`, type: "payment.completed", position },
    ...{ resource: { type: "payment_session", id: "ps_1" }, data: { object: { amount: "5" } } },
  })}\n\n`;
const event = { type: "payment.completed", resource: { type: "payment_session", id: "ps_1" } };

/** A page of the browser, and what it was told. */
function openPage(of: Acting = acting) {
  const heard: unknown[] = [];
  const end = followEvents(of, {
    onEvent: (happened) => heard.push(happened),
    onState: (state) => heard.push(state),
    onGap: () => heard.push("gap"),
  });
  ends.push(end);
  return { heard, end };
}

async function show(visibilityState: "visible" | "hidden") {
  page.visibilityState = visibilityState;
  page.dispatchEvent(new Event("visibilitychange"));
  await settle();
}

test("of all pages of a business and mode one holds the stream, and the others hear what it hears", async () => {
  const holder = openPage();
  const other = openPage();
  await settle();
  expect(streams.map(({ merchant, after }) => [merchant, after])).toEqual([["mer_1", null]]);
  streams[0]?.say(opened(16) + told(17));
  await settle();
  // What happened before the stream began may have been missed.
  expect(holder.heard).toEqual(["gap", "live", event]);
  expect(other.heard).toEqual(["gap", "live", event]);
});

test("pages tell each other types and ids alone", async () => {
  openPage();
  openPage();
  await settle();
  streams[0]?.say(opened(16) + told(17));
  await settle();
  expect(Channel.posted).toContainEqual({ kind: "event", event, position: 17 });
  expect(JSON.stringify(Channel.posted)).not.toContain("amount");
});

test("nothing of one business or mode reaches pages of another", async () => {
  openPage();
  const others = [
    openPage({ ...acting, mode: "live" }),
    openPage({ ...acting, merchantId: "mer_2" }),
  ];
  await settle();
  expect(streams).toHaveLength(3);
  streams[0]?.say(opened(16) + told(17));
  await settle();
  for (const { heard } of others) expect(heard).toEqual([]);
});

test("when the holder is closed the next one goes on behind the last event that it heard of", async () => {
  const holder = openPage();
  const other = openPage();
  await settle();
  streams[0]?.say(opened(16) + told(17));
  await settle();
  holder.end();
  await settle();
  expect(streams.map(({ after }) => after)).toEqual([null, "17"]);
  other.heard.length = 0;
  streams[1]?.say(opened(17) + told(18));
  await settle();
  expect(other.heard).toEqual(["live", event]);
  expect(holder.heard).toHaveLength(3);
});

test("a page that is hidden gives its stream up, and goes on where it was once it is seen again", async () => {
  const { heard } = openPage();
  await settle();
  streams[0]?.say(opened(16) + told(17));
  await settle();
  await show("hidden");
  expect(streams).toHaveLength(1);
  heard.length = 0;
  await show("visible");
  expect(streams.map(({ after }) => after)).toEqual([null, "17"]);
  streams[1]?.say(opened(17));
  await settle();
  expect(heard).toEqual(["live"]);
});

test("a page that opens later is told at once how it is", async () => {
  openPage();
  await settle();
  streams[0]?.say(opened(16));
  await settle();
  const late = openPage();
  expect(late.heard).toEqual(["live"]);
});

test("a stream that is refused is asked for half a minute later, with another token, and all is read anew", async () => {
  const error = { code: "permission_denied", message: "", details: { reason: "x" } };
  refusals = [Response.json({ error }, { status: 403 })];
  const { heard } = openPage();
  await settle();
  expect(heard).toEqual(["polling"]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(streams).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(streams.map(({ bearer }) => bearer)).toEqual(["Bearer token-2"]);
  streams[0]?.say(opened(16));
  await settle();
  expect(heard).toEqual(["polling", "gap", "live"]);
});

test("what a page has changed is told to the others of its business and mode, and not to itself", async () => {
  const others = openPage();
  const stranger = openPage({ ...acting, mode: "live" });
  const changing = openPage();
  await settle();
  for (const { heard } of [others, stranger, changing]) heard.length = 0;
  const change = { type: "page.changed", resource: { type: "product", id: "prod_1" } };
  tellOtherPages(acting, change);
  expect(others.heard).toEqual([change]);
  expect(stranger.heard).toEqual([]);
  expect(changing.heard).toEqual([]);
  changing.end();
  tellOtherPages(acting, change);
  expect(others.heard).toEqual([change]);
});

test("a browser without locks asks again and again instead", () => {
  vi.stubGlobal("navigator", {});
  expect(openPage().heard).toEqual(["polling"]);
  expect(Channel.all).toEqual([]);
});

import { beforeEach, expect, test } from "vitest";
import { createStipend } from "@/sdk/src/stipend";
import { followReplays } from "./follow-replays";
import type { ListenerState } from "./listener-state";

let ending: AbortController;
let forwarded: string[];
let waits: number[];
/** What the list of endpoints answers first, one after the other. */
let failures: Response[];

beforeEach(() => {
  ending = new AbortController();
  forwarded = [];
  waits = [];
  failures = [];
});

const failure = (status: number, code: string, reason: string) =>
  Response.json({ error: { code, message: reason, details: { reason } } }, { status });
const page = (...data: object[]) => Response.json({ data, nextCursor: null });

const replay = {
  id: "whr_1",
  endpointId: "we_1",
  status: "running",
  fromPosition: 17,
  toPosition: 18,
  types: null,
  createdAfter: null,
  createdBefore: null,
  createdAt: "2100-01-01T00:00:00.000Z",
};

const stipend = createStipend({
  baseUrl: "http://localhost:3000",
  key: "sk_test_x",
  maxRetries: 0,
  fetch: async (url) => {
    switch (new URL(String(url)).pathname) {
      case "/v1/webhook-endpoints":
        return failures.shift() ?? page({ id: "we_1" });
      case "/v1/webhook-endpoints/we_1/replays":
        return page(replay);
      default:
        return page({ id: "evt_17", position: 17 }, { id: "evt_18", position: 18 });
    }
  },
});

/** Follows until both events of the replay were forwarded. */
function follow(): Promise<void> {
  const state: ListenerState = {
    file: "state.json",
    progress: { position: 18, replays: { since: "2099-12-31T00:00:00.000Z", seen: [] } },
    save: (changed) => {
      state.progress = { ...state.progress, ...changed };
    },
    release: () => {},
  };
  return followReplays({
    stipend,
    state,
    signal: ending.signal,
    print: () => {},
    wait: async (ms) => void waits.push(ms),
    forward: async ({ id }) => {
      forwarded.push(id);
      if (forwarded.length === 2) ending.abort();
    },
  });
}

test("while the server fails or is busy, replays are looked for again", async () => {
  failures = [
    failure(503, "api_error", "database_unavailable"),
    failure(500, "api_error", "internal_error"),
    failure(429, "rate_limited", "too_many_requests"),
    new Response("<h1>Bad gateway</h1>", { status: 502 }),
  ];
  await follow();
  expect(forwarded).toEqual(["evt_17", "evt_18"]);
  expect(waits.slice(0, 4)).toEqual(Array(4).fill(10_000));
});

test("what another attempt does not change ends it", async () => {
  failures = [failure(401, "authentication_error", "api_key_invalid")];
  await expect(follow()).rejects.toMatchObject({ code: "authentication_error" });
  expect(forwarded).toEqual([]);
});

import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { StipendError } from "@/sdk/src/errors";
import { forgetAccessToken } from "./access-token";
import { readObject, readPage } from "./read-page";

const acting = { mode: "live", merchantId: "mer_2" } as const;
let sent: { target: string; headers: Headers; signal: AbortSignal | null }[];
let answer: () => Response;

beforeEach(() => {
  sent = [];
  answer = () => Response.json({ data: [{ id: "ps_1" }], nextCursor: "next" });
  forgetAccessToken();
  vi.stubGlobal("location", { origin: "https://stipend.example" });
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
    const { pathname, search } = new URL(url);
    if (pathname === "/api/identity/token") return Response.json({ accessToken: "token" });
    const headers = new Headers(init.headers);
    sent.push({ target: pathname + search, headers, signal: init.signal ?? null });
    init.signal?.throwIfAborted();
    return answer();
  });
});
afterEach(() => {
  forgetAccessToken();
  vi.unstubAllGlobals();
});

test("a page is read with what the page's address asks for, fifty rows of it, for the business and mode", async () => {
  const query = { status: "confirmed", cursor: "a b" };
  const page = await readPage(acting, "/v1/payment-sessions", query);
  expect(page).toEqual({ data: [{ id: "ps_1" }], nextCursor: "next" });
  expect(sent.map(({ target }) => target)).toEqual([
    "/v1/payment-sessions?limit=50&status=confirmed&cursor=a+b",
  ]);
  const { headers } = sent[0] ?? { headers: new Headers() };
  expect(headers.get("authorization")).toBe("Bearer token");
  expect(headers.get("stipend-mode")).toBe("live");
  expect(headers.get("stipend-merchant")).toBe("mer_2");
});

test("how many rows a page has may be said", async () => {
  await readPage(acting, "/v1/payment-sessions", { limit: "5" });
  expect(sent[0]?.target).toBe("/v1/payment-sessions?limit=5");
});

test("an object is read by its id, whatever that is written with", async () => {
  answer = () => Response.json({ id: "ps_1" });
  expect(await readObject(acting, "/v1/payment-sessions/{id}", "ps/1?x")).toEqual({ id: "ps_1" });
  expect(sent[0]?.target).toBe("/v1/payment-sessions/ps%2F1%3Fx");
});

test("what the API refuses is said as it says it, and not asked again", async () => {
  const refusal = {
    code: "not_found",
    message: "No such session.",
    details: { reason: "missing" },
  };
  answer = () => Response.json({ error: refusal }, { status: 404 });
  const reading = readObject(acting, "/v1/payment-sessions/{id}", "ps_1");
  await expect(reading).rejects.toBeInstanceOf(StipendError);
  expect(sent).toHaveLength(1);
});

test.each([
  ["a page", (signal: AbortSignal) => readPage(acting, "/v1/events", {}, signal)],
  ["an object", (signal: AbortSignal) => readObject(acting, "/v1/events/{id}", "evt_1", signal)],
])("reading %s ends when whoever asked has gone", async (_, read) => {
  const leaving = new AbortController();
  leaving.abort(new Error("gone"));
  await expect(read(leaving.signal)).rejects.toThrow();
  expect(sent.every(({ signal }) => signal?.aborted)).toBe(true);
  expect(sent.length).toBeLessThanOrEqual(1);
});

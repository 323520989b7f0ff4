import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { createInvoice } from "@/lib/contract/invoices/invoices";
import type { getOwnMerchant } from "@/lib/contract/merchants/merchants";
import { accessToken, forgetAccessToken } from "./access-token";
import { callAsPerson } from "./call-as-person";
import { sessionEnd } from "./session-end";

/** A request that was made. */
interface SentRequest {
  readonly path: string;
  readonly bearer: string | null;
  readonly headers: Headers;
  readonly credentials: RequestCredentials | undefined;
  readonly body: unknown;
}

let sent: SentRequest[] = [];
let minted = 0;
/** What the API answers, one after the other; 200 when nothing is left. */
let refusals: { status: number; code: string; reason: string }[] = [];
let mintFails = false;
let isBusy = false;
/** As many requests of the API end without an answer. */
let lost = 0;

const answerOf = (path: string): Response => {
  if (path === "/api/identity/token") {
    if (isBusy) {
      return Response.json(
        { error: { code: "rate_limited", message: "", details: { reason: "too_many_tries" } } },
        { status: 429, headers: { "retry-after": "60" } },
      );
    }
    if (mintFails) {
      return Response.json(
        { error: { code: "authentication_error", message: "", details: { reason: "signed_out" } } },
        { status: 401 },
      );
    }
    minted += 1;
    return Response.json({ accessToken: `token-${minted}`, expiresAt: new Date().toISOString() });
  }
  if (path === "/v1/auth/sync") return Response.json({});
  const refusal = refusals.shift();
  if (!refusal) return Response.json({ id: "mer_1" });
  const { status, code, reason } = refusal;
  return Response.json({ error: { code, message: "", details: { reason } } }, { status });
};

beforeEach(() => {
  vi.useFakeTimers();
  forgetAccessToken();
  sent = [];
  minted = 0;
  refusals = [];
  mintFails = false;
  isBusy = false;
  lost = 0;
  vi.stubGlobal("location", { origin: "https://stipend.example" });
  vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const bearer = headers.get("authorization");
    const body = typeof init.body === "string" ? JSON.parse(init.body) : null;
    sent.push({ path: url.pathname, bearer, headers, credentials: init.credentials, body });
    if (url.pathname.startsWith("/v1/") && lost > 0) {
      lost -= 1;
      throw new TypeError("Failed to fetch");
    }
    return answerOf(url.pathname);
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const read = () =>
  callAsPerson<typeof getOwnMerchant>(
    { mode: "live", merchantId: "mer_2" },
    { method: "GET", path: "/v1/merchants/me" },
    {},
  );
const paths = () => sent.map(({ path }) => path);
const unsynced = { status: 401, code: "merchant_not_synced", reason: "merchant_missing" };
const untaken = { status: 401, code: "authentication_error", reason: "token_invalid" };

test("a call says who calls, for which business and in which mode, and takes no cookie along", async () => {
  await read();
  expect(paths()).toEqual(["/api/identity/token", "/v1/merchants/me"]);
  const [minting, call] = sent;
  expect(minting?.credentials).toBe("same-origin");
  expect(call?.bearer).toBe("Bearer token-1");
  expect(call?.headers.get("stipend-mode")).toBe("live");
  expect(call?.headers.get("stipend-merchant")).toBe("mer_2");
  expect(call?.credentials).toBe("omit");
});

test("callers at the same time share one token, until four fifths of its life are over", async () => {
  expect(await Promise.all([accessToken(), accessToken()])).toEqual(["token-1", "token-1"]);
  vi.advanceTimersByTime(479_000);
  expect(await accessToken()).toBe("token-1");
  vi.advanceTimersByTime(2_000);
  expect(await accessToken()).toBe("token-2");
});

test("a token that is forgotten while it is made is not kept", async () => {
  const asked = accessToken();
  forgetAccessToken();
  await asked;
  expect(await accessToken()).toBe("token-2");
});

test("whom the API does not know is made known to it once, and the call repeated", async () => {
  refusals = [unsynced];
  expect(await read()).toEqual({ id: "mer_1" });
  expect(paths().slice(1)).toEqual(["/v1/merchants/me", "/v1/auth/sync", "/v1/merchants/me"]);
  expect(sent[2]?.body).toEqual({ accessToken: "token-1" });
  refusals = [unsynced, unsynced];
  await expect(read()).rejects.toMatchObject({ code: "merchant_not_synced" });
});

test("a token that is not taken is replaced once", async () => {
  refusals = [untaken];
  expect(await read()).toEqual({ id: "mer_1" });
  expect(sent.at(-1)?.bearer).toBe("Bearer token-2");
  refusals = [untaken, untaken];
  await expect(read()).rejects.toMatchObject({ reason: "token_invalid" });
});

test("whoever is signed out is told so, and asked nothing again", async () => {
  mintFails = true;
  await expect(read()).rejects.toMatchObject({ reason: "signed_out" });
  expect(paths()).toEqual(["/api/identity/token"]);
});

test("a session that has ended is told to the page, and no other token is asked for", async () => {
  sessionEnd.dispatch("good");
  refusals = [{ status: 401, code: "authentication_error", reason: "token_invalid" }];
  await read();
  expect([sessionEnd.get(), minted]).toEqual(["good", 2]);
  refusals = [{ status: 401, code: "authentication_error", reason: "admin_session_over" }];
  await expect(read()).rejects.toMatchObject({ reason: "admin_session_over" });
  expect([sessionEnd.get(), minted]).toEqual(["over", 2]);
});

test("whoever has to wait before another try is told at once", async () => {
  isBusy = true;
  await expect(accessToken()).rejects.toMatchObject({ retryAfterSeconds: 60 });
});

/** Makes an invoice. @returns the error, and the `Idempotency-Key` of the last attempt */
async function invoice(note: string) {
  const line = { description: "Coffee", quantity: 1, unitAmount: "1000000" };
  const made = callAsPerson<typeof createInvoice>(
    { mode: "live", merchantId: "mer_2" },
    { method: "POST", path: "/v1/invoices" },
    { currency: "USDC", lineItems: [line], note },
  ).then(
    () => null,
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  return { error: await made, key: sent.at(-1)?.headers.get("idempotency-key") };
}
const ATTEMPTS = 3;
const down = { status: 503, code: "api_error", reason: "unavailable" };

test.each([
  ["was lost", { lost: ATTEMPTS, refusals: [] }],
  ["says that the server failed", { lost: 0, refusals: [down, down, down] }],
] as const)(
  "an equal write whose answer %s has the same key until it is answered",
  async (_, failures) => {
    lost = failures.lost;
    refusals = [...failures.refusals];
    const first = await invoice("one");
    expect(first.error).not.toBeNull();
    refusals = [{ status: 401, code: "authentication_error", reason: "signed_out" }];
    expect(await invoice("one")).toMatchObject({ key: first.key, error: { reason: "signed_out" } });
    expect(await invoice("one")).toEqual({ key: first.key, error: null });
    expect((await invoice("one")).key).not.toBe(first.key);
  },
);

test("a lost write's key is not used for another write, nor after one, nor after a refusal", async () => {
  lost = ATTEMPTS;
  const first = await invoice("one");
  const other = await invoice("two");
  expect(other).toEqual({ key: expect.any(String), error: null });
  const again = await invoice("one");
  expect(new Set([first.key, other.key, again.key]).size).toBe(3);
  lost = ATTEMPTS;
  const second = await invoice("one");
  refusals = [{ status: 400, code: "invalid_request", reason: "validation_failed" }];
  expect((await invoice("one")).key).toBe(second.key);
  expect((await invoice("one")).key).not.toBe(second.key);
});

test("an equal write is another one five minutes after the answer was lost", async () => {
  lost = ATTEMPTS;
  const first = await invoice("one");
  vi.setSystemTime(Date.now() + 300_000);
  expect((await invoice("one")).key).not.toBe(first.key);
});

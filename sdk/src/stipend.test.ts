import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ApiError, isApiError, StipendConnectionError, StipendError } from "./errors";
import { createStipend, type StipendOptions } from "./stipend";

type Reply = Response | Error | ((init: RequestInit) => Promise<Response>);

interface SentRequest {
  url: string;
  init: RequestInit;
  headers: Record<string, string>;
}

let sent: SentRequest[];
beforeEach(() => {
  sent = [];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const json = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers });

const refusal = (status: number, code: string, reason: string, retryAfter?: number) =>
  json(
    status,
    { error: { code, message: "No.", param: "amount", details: { reason }, requestId: "req_1" } },
    retryAfter === undefined ? {} : { "retry-after": String(retryAfter) },
  );

/** No answer, until it is given up. */
const hangs = (init: RequestInit) =>
  new Promise<Response>((_, reject) => {
    init.signal?.addEventListener("abort", () => reject(init.signal?.reason));
  });

/** A client whose requests get these answers, one after the other. */
function answering(replies: Reply[], options: Partial<StipendOptions> = {}) {
  const fetch = async (url: URL | RequestInfo, init: RequestInit = {}) => {
    sent.push({ url: String(url), init, headers: init.headers as Record<string, string> });
    const reply = replies[sent.length - 1] ?? new Error("asked once more");
    if (reply instanceof Error) throw reply;
    return reply instanceof Response ? reply : reply(init);
  };
  return createStipend({ baseUrl: "https://pay.example", key: "sk_test_1", fetch, ...options });
}

/** How a call ends, its waits cut short; and how long it waited, in milliseconds. */
async function ending<T>(
  call: Promise<T>,
): Promise<{ value?: T; error?: unknown; waited: number }> {
  const settled = call.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  let waited = 0;
  let isOver = false;
  void settled.finally(() => {
    isOver = true;
  });
  for (let idle = 0; !isOver && idle < 100; idle += 1) {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
    if (isOver || vi.getTimerCount() === 0) continue;
    await vi.advanceTimersByTimeAsync(50);
    waited += 50;
    idle = 0;
  }
  if (!isOver) throw new Error("It waits for nothing, and never ends");
  return { ...(await settled), waited };
}

const create = (stipend: ReturnType<typeof createStipend>, idempotencyKey?: string) =>
  stipend.paymentSessions.create(
    { amount: "2500000", currency: "USDC" },
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );

describe("a request", () => {
  test("a write carries the key, its body and an idempotency key of its own", async () => {
    const session = { id: "ps_1" };
    const { value } = await ending(create(answering([json(201, session)])));
    expect(value).toEqual(session);
    const [{ url, init, headers } = { url: "", init: {}, headers: {} }] = sent;
    expect(url).toBe("https://pay.example/v1/payment-sessions");
    expect(init).toMatchObject({
      method: "POST",
      body: '{"amount":"2500000","currency":"USDC"}',
      redirect: "error",
      credentials: "omit",
    });
    expect(headers).toMatchObject({ authorization: "Bearer sk_test_1" });
    expect(headers["idempotency-key"]).toMatch(/^[0-9a-f-]{36}$/);
  });

  test("a read has its fields in path and query, and no idempotency key", async () => {
    const stipend = answering([json(200, {}), json(200, {})], {
      baseUrl: "https://a.example/sub/",
    });
    await ending(stipend.paymentSessions.get({ id: "ps/1?x" }));
    await ending(stipend.paymentSessions.list({ limit: 5, status: undefined }));
    expect(sent.map(({ url }) => url)).toEqual([
      "https://a.example/sub/v1/payment-sessions/ps%2F1%3Fx",
      "https://a.example/sub/v1/payment-sessions?limit=5",
    ]);
    expect(sent[0]?.headers).not.toHaveProperty("idempotency-key");
  });

  test.each(["", ".", ".."])("an id of %j leads to no other path: nothing is sent", async (id) => {
    const { error } = await ending(answering([]).paymentSessions.get({ id }));
    expect(error).toBeInstanceOf(TypeError);
    expect(sent).toEqual([]);
  });

  test("a list is walked page after page", async () => {
    const stipend = answering([
      json(200, { data: [{ id: "a" }, { id: "b" }], nextCursor: "two" }),
      json(200, { data: [{ id: "c" }], nextCursor: null }),
    ]);
    const ids: string[] = [];
    for await (const { id } of stipend.customers.each({ limit: 2 })) ids.push(id);
    expect(ids).toEqual(["a", "b", "c"]);
    expect(sent[1]?.url).toBe("https://pay.example/v1/customers?limit=2&cursor=two");
  });

  test("a list of one page is asked for once, and what is no list has nothing to walk", async () => {
    const answer = json(200, { data: [{ id: "a" }], nextCursor: null, unreadCount: 1 });
    const stipend = answering([answer], { maxRetries: 0 });
    const rows: unknown[] = [];
    for await (const row of stipend.notifications.each()) rows.push(row);
    expect(rows).toEqual([{ id: "a" }]);
    expect(sent).toHaveLength(1);
    // @ts-expect-error: the books are no list
    expect(stipend.books.each).toBeUndefined();
  });
});

describe("what fails is repeated where that is safe", () => {
  test("a write that met a failing server or network goes again under the same idempotency key", async () => {
    const failures = [new TypeError("fetch failed"), refusal(500, "api_error", "internal_error")];
    const { value, waited } = await ending(
      create(answering([...failures, json(201, { id: "x" })])),
    );
    expect(value).toEqual({ id: "x" });
    expect(new Set(sent.map(({ headers }) => headers["idempotency-key"])).size).toBe(1);
    // Half of 500 ms and half of 1,000 ms at least.
    expect(waited).toBeGreaterThanOrEqual(750);
  });

  test("it is given up after the retries, and says under which key it may have been executed", async () => {
    const down = Array.from({ length: 9 }, () => new TypeError("fetch failed"));
    const { error } = await ending(create(answering(down, { maxRetries: 3 }), "order-7"));
    expect(sent).toHaveLength(4);
    expect(error).toBeInstanceOf(StipendConnectionError);
    expect(error).toMatchObject({ idempotencyKey: "order-7", message: "fetch failed" });
  });

  test("a public write, which takes no idempotency key, is sent once", async () => {
    const stipend = answering([new TypeError("fetch failed")]);
    const { error } = await ending(
      stipend.checkout.recordPayer({ id: "ps_1", email: "a@b.example", walletAddress: "0x" }),
    );
    expect(error).toMatchObject({ idempotencyKey: undefined });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers).not.toHaveProperty("idempotency-key");
  });

  test("what comes too early waits for as long as it is told, but not for more than a minute", async () => {
    const early = refusal(429, "rate_limited", "too_many_requests", 7);
    const { waited } = await ending(create(answering([early, json(201, {})])));
    expect(sent).toHaveLength(2);
    expect(waited).toBeGreaterThanOrEqual(7_000);
    sent = [];
    const { error } = await ending(
      create(answering([refusal(429, "rate_limited", "merchant_budget", 3_600)])),
    );
    expect(error).toMatchObject({ code: "rate_limited", retryAfterSeconds: 3_600 });
    expect(sent).toHaveLength(1);
  });

  test("a request that is still running under the key is asked for again", async () => {
    const running = refusal(409, "idempotency_error", "in_flight", 1);
    const { value } = await ending(create(answering([running, json(201, { id: "x" })])));
    expect(value).toEqual({ id: "x" });
  });

  test.each([
    [400, "invalid_request", "validation_failed"],
    [401, "authentication_error", "api_key_invalid"],
    [403, "permission_denied", "scope_missing"],
    [403, "session_invalid_state", "already_paid"],
    [404, "not_found", "resource_missing"],
    [409, "idempotency_error", "payload_mismatch"],
  ])("%i %s (%s) is final", async (status, code, reason) => {
    const { error } = await ending(create(answering([refusal(status, code, reason)])));
    expect(sent).toHaveLength(1);
    expect(isApiError(error)).toBe(true);
    expect(error).toMatchObject({ status, code, reason, param: "amount", requestId: "req_1" });
  });

  test("an answer of something in between is none of Stipend's", async () => {
    const gateway = () => new Response("<h1>Bad gateway</h1>", { status: 502 });
    const { error } = await ending(create(answering([gateway(), gateway(), gateway()])));
    expect(sent).toHaveLength(3);
    expect(error).toMatchObject({ name: "StipendConnectionError", status: 502 });
    sent = [];
    const notFound = new Response("<h1>No such host</h1>", { status: 404 });
    await ending(create(answering([notFound])));
    expect(sent).toHaveLength(1);
    sent = [];
    const cut = new Response('{"id":"ps_', { status: 201 });
    expect((await ending(create(answering([cut, json(201, { id: "x" })])))).value).toEqual({
      id: "x",
    });
  });

  test("an attempt of a read that waits has the time of its wait on top", async () => {
    const late = () =>
      new Promise<Response>((resolve) => {
        setTimeout(() => resolve(json(200, { data: [], nextCursor: null })), 30_100);
      });
    const stipend = answering([late, hangs], { maxRetries: 0 });
    const { value } = await ending(stipend.events.list({ after: 5, order: "asc", wait: 30 }));
    expect(value).toMatchObject({ data: [] });
    const { error, waited } = await ending(stipend.events.list({ wait: 30 }));
    expect(error).toMatchObject({ message: "No answer within 60000 ms" });
    expect(waited).toBeGreaterThanOrEqual(60_000);
  });

  test("an attempt ends when its time is up, and the caller's own signal ends everything", async () => {
    const { error, waited } = await ending(
      create(answering([hangs, hangs], { maxRetries: 1, timeoutMs: 4_000 })),
    );
    expect(error).toMatchObject({ message: "No answer within 4000 ms" });
    expect(waited).toBeGreaterThanOrEqual(8_000);
    sent = [];
    const leaving = new AbortController();
    const call = answering([hangs, hangs]).events.list({}, { signal: leaving.signal });
    const over = ending(call);
    leaving.abort(new Error("The user left"));
    expect((await over).error).toEqual(new Error("The user left"));
    expect(sent).toHaveLength(1);
  });
});

/** A stream that gives these pieces, and then ends or breaks. */
const streaming = (pieces: string[], isBroken = false) => {
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const piece = pieces.shift();
      if (piece !== undefined) controller.enqueue(new TextEncoder().encode(piece));
      else if (isBroken) controller.error(new TypeError("terminated"));
      else controller.close();
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream" } });
};

const sentEvent = (position: number) =>
  `id: ${position}\ndata: ${JSON.stringify({ position, note: "é" })}\n\n`;

test("a stream goes on behind what was taken when it breaks or ends, and ends with what is refused", async () => {
  const stipend = answering([
    streaming(["retry: 2000\nid: 5\n\n"], true),
    streaming([":\n\n", sentEvent(6).slice(0, 9), `${sentEvent(6).slice(9)}id: 7\nda`], true),
    refusal(500, "api_error", "internal_error"),
    streaming([sentEvent(7) + sentEvent(8)]),
    refusal(401, "authentication_error", "api_key_invalid"),
  ]);
  const positions: unknown[] = [];
  const reading = (async () => {
    for await (const event of stipend.events.stream()) positions.push(event.position);
  })();
  const { error } = await ending(reading);
  expect(positions).toEqual([6, 7, 8]);
  expect(error).toMatchObject({ code: "authentication_error" });
  const begins = sent.map(({ headers }) => headers["last-event-id"]);
  expect(begins).toEqual([undefined, "5", "6", "6", "8"]);
});

test("a stream that gives no sign of life is made anew, and its reader can leave", async () => {
  const silent = (init: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(sentEvent(1)));
        init.signal?.addEventListener("abort", () => controller.error(new Error("aborted")));
      },
    });
    return Promise.resolve(new Response(body));
  };
  const leaving = new AbortController();
  const stipend = answering([hangs, silent, streaming([sentEvent(2)])]);
  const positions: unknown[] = [];
  const reading = (async () => {
    for await (const { position } of stipend.events.stream({ after: 0, signal: leaving.signal })) {
      positions.push(position);
      if (position === 2) leaving.abort();
    }
  })();
  const { error, waited } = await ending(reading);
  expect({ positions, error }).toEqual({ positions: [1, 2], error: undefined });
  expect(waited).toBeGreaterThanOrEqual(90_000);
  expect(sent.map(({ headers }) => headers["last-event-id"])).toEqual(["0", "0", "1"]);
});

test("an error's code tells what else it has", () => {
  const error = new StipendError(
    { code: "rate_limited", message: "Wait.", details: { reason: "payer_limit" } },
    429,
    3,
  ) as ApiError;
  const isEarly = error.code === "rate_limited";
  expect(isEarly && error.retryAfterSeconds).toBe(3);
});

describe("keys stay where they are secret", () => {
  const make = (key: string, baseUrl = "https://pay.example") => createStipend({ key, baseUrl });

  test.each([
    ["a page", { document: {} }],
    ["a worker of a page", { navigator: { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" } }],
  ])("a secret key is refused in %s, a publishable one is not", (_name, globals) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
    expect(() => make("sk_live_1")).toThrow(/secret key in a browser/);
    expect(() => make("sk_test_1")).toThrow(/secret key in a browser/);
    expect(make("pk_live_1")).toHaveProperty("paymentSessions");
  });

  test("no key goes over plain http to another machine", () => {
    expect(() => make("sk_test_1", "http://pay.example")).toThrow(/only sent over https/);
    expect(() => make("sk_test_1", "http://localhost.evil.example")).toThrow(/over https/);
    expect(() => make("sk_test_1", "http://127.0.0.1.evil.example")).toThrow(/over https/);
    for (const url of ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"]) {
      expect(make("sk_test_1", url)).toHaveProperty("relay");
    }
  });
});

import { createHash, createHmac } from "node:crypto";
import canonicalize from "canonicalize";
import { NonRetriableError, RetryAfterError } from "inngest";
import { serve } from "inngest/edge";
import { beforeEach, expect, test, vi } from "vitest";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { connectJobs } from "@/lib/adapters/jobs/job-wiring";
import { silentLog } from "@/testing/engine-fixture";
import { signRequest } from "./sign-request";

/*
 * What Inngest's open-source server (1.x, call format with `qi_id`, `request_id`, `job_id` and
 * `defers`, execution version 2) sends to an app, byte for byte as it marshals it: RFC 8785 canonical
 * JSON. The app's side is the real `serve()` of SDK 4.24.0 in cloud mode with the product's client.
 */
const SIGNING_KEY = `signkey-prod-${"a7".repeat(32)}`;
const SERVE_URL = "https://pay.example.com/api/inngest";
const RUN_ID = "01JD3V7Q8WZ5X9K2M4N6P8R0TA";

const event =
  '{"data":{"amount":"1000000","order":"o-1"},"id":"01JD3V7Q8W0000000000000001","name":"order/paid","ts":1763633400000,"user":{}}';
const serverHeaders = { "content-type": "application/json", "x-inngest-server-kind": "cloud" };

function callBody(call: {
  attempt?: number;
  isPlanned?: boolean;
  steps?: string;
  stack?: string[];
  version?: number;
}) {
  const { attempt = 0, isPlanned = false, steps = "{}", stack = [], version = -1 } = call;
  return (
    `{"ctx":{"attempt":${attempt},"disable_immediate_execution":${isPlanned},"env":"",` +
    `"fn_id":"7d5f1c9e-2b64-5d0a-9a3f-6f1e0d2c4b8a","job_id":"job-5f0e","max_attempts":4,` +
    `"qi_id":"qi-8c1d","request_id":"01JD3V7QB0REQ000000000000A","run_id":"${RUN_ID}",` +
    `"stack":{"current":${stack.length},"stack":${JSON.stringify(stack)}},"step_id":"step","use_api":false},` +
    `"defers":{},"event":${event},"events":[${event}],"steps":${steps},"use_api":false,"version":${version}}`
  );
}

/** HMAC-SHA256 over body and time, as the server signs. Written apart from the engine's own. */
function sign(body: string, seconds = Math.floor(Date.now() / 1_000), key = "a7".repeat(32)) {
  return `t=${seconds}&s=${createHmac("sha256", key).update(body).update(`${seconds}`).digest("hex")}`;
}
const sha1 = (text: string) => createHash("sha1").update(text).digest("hex");

const executed: string[] = [];
const work = inngest.createFunction(
  { id: "work", retries: 3, triggers: [{ event: "order/paid" }] },
  async ({ event: paid, step }) => {
    const a = await step.run("a", () => {
      executed.push("a");
      return { order: paid.data.order };
    });
    return { got: a };
  },
);
const branches = inngest.createFunction(
  { id: "branches", retries: 3, triggers: [{ event: "order/paid" }] },
  ({ step }) => Promise.all([step.run("left", () => "l"), step.run("right", () => "r")]),
);
const trouble = inngest.createFunction(
  { id: "trouble", retries: 3, triggers: [{ event: "order/paid" }] },
  async ({ step }) => {
    await step.run("fails", () => {
      throw new Error("no");
    });
  },
);
const refusal = inngest.createFunction(
  { id: "refusal", retries: 3, triggers: [{ event: "order/paid" }] },
  ({ attempt }) => {
    if (attempt === 0) throw new RetryAfterError("later", "90s");
    throw new NonRetriableError("never");
  },
);
const waiter = inngest.createFunction(
  { id: "waiter", retries: 3, triggers: [{ event: "order/paid" }] },
  ({ step }) =>
    Promise.all([
      step.sleep("nap", "36h"),
      step.invoke("other", { function: work, data: { n: 1 }, timeout: "1h" }),
    ]),
);

const handler = serve({
  client: inngest,
  functions: [work, branches, trouble, refusal, waiter],
  enableUnauthedSync: false,
});

function request(method: string, url: string, body: string, headers: Record<string, string>) {
  const { host } = new URL(url);
  return handler(
    new Request(url, { method, body, headers: { host, ...serverHeaders, ...headers } }),
  );
}
function call(fn: string, body: string, stepId = "step") {
  expect(canonicalize(JSON.parse(body))).toBe(body);
  const headers = {
    "x-inngest-signature": sign(body),
    "x-request-id": "01JD3V7QB0REQ000000000000A",
    "x-inngest-job-id": "job-5f0e",
    "x-run-id": RUN_ID,
  };
  return request("POST", `${SERVE_URL}?fnId=stipend-${fn}&stepId=${stepId}`, body, headers);
}

beforeEach(() => {
  executed.length = 0;
  connectJobs({ log: silentLog });
  vi.stubEnv("INNGEST_SIGNING_KEY", SIGNING_KEY);
});

test("a signed sync is answered in band with every function, and the answer is signed", async () => {
  const body = `{"url":"${SERVE_URL}"}`;
  const headers = { "x-inngest-sync-kind": "in_band", "x-inngest-signature": sign(body) };
  const answer = await request("PUT", SERVE_URL, body, headers);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(answer.headers.get("x-inngest-sync-kind")).toBe("in_band");
  expect(answer.headers.get("x-inngest-sdk")).toBe("inngest-js:v4.24.0");
  const signature = new URLSearchParams(answer.headers.get("x-inngest-signature") ?? "");
  expect(sign(text, Number(signature.get("t")))).toBe(signature.toString());
  const { app_id, url, functions, inspection } = JSON.parse(text);
  expect({ app_id, url, mode: inspection.mode }).toEqual({
    app_id: "stipend",
    url: SERVE_URL,
    mode: "cloud",
  });
  expect(functions[0]).toEqual({
    id: "stipend-work",
    name: "work",
    triggers: [{ event: "order/paid" }],
    steps: {
      step: {
        id: "step",
        name: "step",
        runtime: { type: "http", url: `${SERVE_URL}?fnId=stipend-work&stepId=step` },
        retries: { attempts: 3 },
      },
    },
  });
  expect(functions).toHaveLength(5);
});

test("a first call executes the first step; the call after it, with its result, ends the run", async () => {
  const first = await call("work", callBody({}));
  expect(first.status).toBe(206);
  expect(first.headers.get("x-inngest-req-version")).toBe("2");
  expect(await first.json()).toEqual([
    expect.objectContaining({ op: "StepRun", id: sha1("a"), name: "a", data: { order: "o-1" } }),
  ]);
  const steps = `{"${sha1("a")}":{"data":{"order":"o-1"},"type":"data"}}`;
  const last = await call("work", callBody({ steps, stack: [sha1("a")], version: 2 }));
  expect(last.status).toBe(200);
  expect(await last.json()).toEqual({ got: { order: "o-1" } });
  expect(executed).toEqual(["a"]);
});

test("parallel steps are planned, then executed by their ids", async () => {
  const planned = await call("branches", callBody({}));
  expect(planned.status).toBe(206);
  const ops = await planned.json();
  expect(ops).toHaveLength(2);
  expect(ops).toEqual([
    expect.objectContaining({ op: "StepPlanned", id: sha1("left") }),
    expect.objectContaining({ op: "StepPlanned", id: sha1("right") }),
  ]);
  const right = await call("branches", callBody({ isPlanned: true, version: 2 }), sha1("right"));
  expect(await right.json()).toEqual([
    expect.objectContaining({ op: "StepRun", id: sha1("right"), data: "r" }),
  ]);
});

test("a failing step may be retried until the last attempt", async () => {
  const first = await call("trouble", callBody({}));
  expect([first.status, first.headers.get("x-inngest-no-retry")]).toEqual([206, "false"]);
  expect(await first.json()).toEqual([
    expect.objectContaining({ op: "StepError", error: expect.objectContaining({ message: "no" }) }),
  ]);
  const last = await call("trouble", callBody({ attempt: 3 }));
  expect([last.status, last.headers.get("x-inngest-no-retry")]).toEqual([206, "true"]);
  expect(await last.json()).toEqual([
    expect.objectContaining({
      op: "StepFailed",
      error: expect.objectContaining({ message: "no" }),
    }),
  ]);
});

test("retry-after is in seconds, and a final error is a 400 that says so", async () => {
  const later = await call("refusal", callBody({}));
  expect([later.status, later.headers.get("retry-after")]).toEqual([500, "90"]);
  const never = await call("refusal", callBody({ attempt: 1 }));
  expect([never.status, never.headers.get("x-inngest-no-retry")]).toEqual([400, "true"]);
  expect(await never.json()).toMatchObject({ name: "NonRetriableError", message: "never" });
});

test("sleeps and invocations are handed to the server", async () => {
  const ops = await (await call("waiter", callBody({}))).json();
  expect(ops).toEqual([
    expect.objectContaining({ op: "Sleep", id: sha1("nap"), name: "1d12h" }),
    expect.objectContaining({
      op: "InvokeFunction",
      opts: { function_id: "stipend-work", payload: { data: { n: 1 } }, timeout: "1h" },
    }),
  ]);
});

const body = callBody({});
const now = () => Math.floor(Date.now() / 1_000);
test.each<[string, () => Record<string, string>, string?]>([
  ["no signature", () => ({})],
  ["another key", () => ({ "x-inngest-signature": sign(body, now(), "b8".repeat(32)) })],
  ["a signature of six minutes ago", () => ({ "x-inngest-signature": sign(body, now() - 360) })],
  [
    "a signature of another body",
    () => ({ "x-inngest-signature": sign(body) }),
    callBody({ attempt: 1 }),
  ],
  [
    "a signature without its time",
    () => ({ "x-inngest-signature": sign(body).replace(/t=\d+&/, "") }),
  ],
])(
  "%s is refused, nothing runs, and the answer does not name the SDK",
  async (_, headers, sent = body) => {
    for (const method of ["POST", "PUT"]) {
      const url = `${SERVE_URL}?fnId=stipend-work&stepId=step`;
      const answer = await request(method, url, sent, {
        "x-inngest-sync-kind": "in_band",
        ...headers(),
      });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("x-inngest-sdk")).toBeNull();
    }
    expect(executed).toEqual([]);
  },
);

test("development mode, which checks no signature, cannot be switched on from outside", async () => {
  vi.stubEnv("INNGEST_DEV", "1");
  const answer = await request("POST", `${SERVE_URL}?fnId=stipend-work&stepId=step`, body, {});
  expect(answer.status).toBe(401);
});

test("the embedded engine signs as the server does", async () => {
  const sent = signRequest(
    {
      method: "POST",
      url: SERVE_URL,
      body: { b: "ü\u0000", a: [1e21, -0, { z: null, y: "\u20ac" }] },
    },
    SIGNING_KEY,
  );
  const text = await sent.text();
  expect(text).toBe('{"a":[1e+21,0,{"y":"€","z":null}],"b":"ü\\u0000"}');
  const signature = sent.headers.get("x-inngest-signature") ?? "";
  expect(sign(text, Number(new URLSearchParams(signature).get("t")))).toBe(signature);
});

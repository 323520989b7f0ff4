import type { Inngest } from "inngest";
import { expect, test } from "vitest";
import { createTestClient, SERVE_URL, SIGNING_KEY, serveFunctions } from "@/testing/engine-fixture";
import { readFunctions, UnsupportedConfiguration } from "./function-config";
import { register } from "./register";

type Options = Parameters<Inngest["createFunction"]>[0];

/** What the engine reads of a function, as the SDK really announces it. */
function announce(options: Partial<Options>) {
  const client = createTestClient();
  const fn = client.createFunction(
    { id: "fn", retries: 1, triggers: [{ event: "a/b" }], ...options },
    () => {},
  );
  const call = serveFunctions(client, [fn]);
  return register({ serveUrl: SERVE_URL, signingKey: SIGNING_KEY, call });
}

test("a function is read with its triggers, limits and attempts", async () => {
  const functions = await announce({
    retries: 3,
    triggers: [{ event: "a/b" }, { cron: "*/5 * * * *" }],
    concurrency: { limit: 2, key: "event.data.key" },
    singleton: { mode: "skip", key: "event.data.key" },
  });
  expect([...functions.keys()]).toEqual(["app-fn"]);
  const fn = functions.get("app-fn");
  expect(fn).toMatchObject({
    url: `${SERVE_URL}?fnId=app-fn&stepId=step`,
    maxAttempts: 4,
    events: ["a/b"],
    crons: ["*/5 * * * *"],
    concurrency: { limit: 2 },
  });
  const event = { data: { key: "k" } };
  expect(fn?.concurrency?.key?.(event)).toBe("k");
  expect(fn?.singleton?.key?.(event)).toBe("k");
});

test.each<[string, Partial<Options>]>([
  ["retries", { retries: undefined }],
  ["throttle", { throttle: { limit: 1, period: "1m" } }],
  ["debounce", { debounce: { period: "1m" } }],
  ["batchEvents", { batchEvents: { maxSize: 5, timeout: "5s" } }],
  ["rateLimit", { rateLimit: { limit: 1, period: "1m" } }],
  ["priority", { priority: { run: "event.data.p" } }],
  ["timeouts", { timeouts: { start: "1m" } }],
  ["idempotency", { idempotency: "event.data.id" }],
  ["cancel", { cancelOn: [{ event: "a/c" }] }],
  ["concurrency", { concurrency: [{ limit: 1 }, { limit: 2, key: "event.data.k" }] }],
  ["concurrency", { concurrency: { limit: 0 } }],
  ["concurrency", { concurrency: { limit: 1, scope: "account", key: "event.data.k" } }],
  ["expression", { concurrency: { limit: 1, key: "event.data.n > 3" } }],
  ["singleton", { singleton: { mode: "cancel" } }],
  ["cron", { triggers: [{ cron: "* * * * * *" }] }],
  ["cron", { triggers: [{ cron: "TZ=Europe/Paris 0 0 * * *" }] }],
  ["wildcard", { triggers: [{ event: "a/*" }] }],
  ["inngest/function.failed", { triggers: [{ event: "inngest/function.failed" }] }],
  ["expression", { triggers: [{ event: "a/b", if: "event.data.n == 'x'" }] }],
])("a function with %s that is not supported stops the start", async (word, options) => {
  const announced = announce(options);
  await expect(announced).rejects.toBeInstanceOf(UnsupportedConfiguration);
  await expect(announced).rejects.toThrow(/"app-fn"/);
  await expect(announced).rejects.toThrow(word);
});

test("a function for another's failure stops the start", async () => {
  const announced = announce({ onFailure: () => {} });
  await expect(announced).rejects.toThrow(/"app-fn-failure".*expression/s);
});

test("jitter, and a setting that does not exist yet, are refused too", () => {
  const runtime = { type: "http", url: SERVE_URL };
  const step = { id: "step", name: "step", runtime, retries: { attempts: 1 } };
  const config = { id: "app-fn", triggers: [{ cron: "* * * * *" }], steps: { step } };
  expect(readFunctions([config]).get("app-fn")?.crons).toEqual(["* * * * *"]);
  const jittered = { ...config, triggers: [{ cron: "* * * * *", jitter: "1m" }] };
  expect(() => readFunctions([jittered])).toThrow(UnsupportedConfiguration);
  expect(() => readFunctions([{ ...config, somethingNew: true }])).toThrow(/somethingNew/);
});

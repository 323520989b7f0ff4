import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ListedEvent } from "@/sdk/src/types.generated";
import { verifyWebhook } from "@/sdk/src/webhooks";
import { type Receiver, startReceiver, status } from "@/testing/webhook-receiver";
import { forwardEvent, TargetUnreachableError } from "./forward-event";
import { keptSecret, newSecret, openState } from "./listener-state";

let receiver: Receiver;
let folder: string;
let lines: string[];
let waits: number[];
beforeAll(async () => {
  receiver = await startReceiver();
  folder = mkdtempSync(join(tmpdir(), "stipend-listen-"));
});
beforeEach(() => {
  lines = [];
  waits = [];
  receiver.received.length = 0;
});
afterAll(async () => {
  await receiver.close();
  rmSync(folder, { recursive: true });
});

const secret = newSecret();
const event = {
  id: "evt_1",
  type: "payment.completed",
  position: 17,
  resource: { type: "payment_session", id: "ps_1" },
  data: { object: { note: "é" } },
} as unknown as ListedEvent;

const forward = (url: string) =>
  forwardEvent(
    {
      target: new URL(url),
      secret,
      signal: new AbortController().signal,
      print: (line) => lines.push(line),
      wait: async (ms) => void waits.push(ms),
    },
    event,
  );

test("an event that is answered with neither 2xx nor a final 4xx is sent five times, signed each time, and then passed over", async () => {
  const statuses = [500, 307, 429, 503, 409];
  receiver.answerWith((got, response) => {
    status(statuses[receiver.received.length - 1] ?? 200, { location: "/elsewhere" })(
      got,
      response,
    );
  });
  expect(await forward(receiver.url)).toBe(false);
  expect(lines.map((line) => / → (\d+) in /.exec(line)?.[1])).toEqual(statuses.map(String));
  expect(lines.at(-1)).toContain("passed over after 5 attempts: stipend events resend 17 sends it");
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000]);
  for (const { body, headers, path } of receiver.received) {
    expect([path, body]).toEqual(["/hook", JSON.stringify(event)]);
    expect(await verifyWebhook({ payload: body, headers, secret })).toMatchObject({ id: "evt_1" });
  }
});

test.each([400, 401, 403, 404, 410, 422])(
  "an event that is refused for good (%i) is passed over at once",
  async (code) => {
    receiver.answerWith(status(code));
    expect(await forward(receiver.url)).toBe(false);
    expect(receiver.received).toHaveLength(1);
    expect(waits).toEqual([]);
    expect(lines).toEqual([
      expect.stringMatching(
        `→ ${code} in \\d+ ms; passed over after one attempt: stipend events resend 17`,
      ),
    ]);
  },
);

test("the start of what the target answered is printed, on one line and without commands for a terminal", async () => {
  const bodies = ["No matching\r\n signature\u001b[2J found\u009b!", "x".repeat(100_000), "ok", ""];
  const said = [": No matching signature [2J found !", `: ${"x".repeat(160)}…`, ": ok", ""];
  for (const [at, body] of bodies.entries()) {
    const code = at === 0 ? 400 : 200;
    receiver.answerWith((_, response) => void response.writeHead(code).end(body));
    expect(await forward(receiver.url)).toBe(code === 200);
    expect(lines.at(-1)?.split(" ms")[1]?.split("; passed")[0]).toBe(said[at]);
  }
});

test("what does not answer at all is waited for, for an hour, and is not passed over", async () => {
  await expect(forward("http://127.0.0.1:9/hook")).rejects.toThrow(TargetUnreachableError);
  expect(Math.max(...waits)).toBe(30_000);
  const waited = waits.reduce((sum, ms) => sum + ms, 0);
  expect(waited).toBeGreaterThanOrEqual(3_600_000);
  expect(waited).toBeLessThan(3_700_000);
});

test("position and secret are for one's own eyes, and stay; a listener that was killed leaves no lock", () => {
  const listener = {
    baseUrl: new URL("http://127.0.0.1:3000"),
    key: "sk_test_1",
    target: new URL("http://localhost:4000/"),
  };
  const kept = keptSecret(folder, listener);
  const state = openState(folder, listener);
  expect(state.progress).toEqual({ position: null, replays: null });
  state.save({ position: 7 });
  // Of this process itself: as if its number had belonged to one that was killed.
  expect(openState(folder, listener).progress.position).toBe(7);
  expect(openState(folder, { ...listener, key: "sk_test_2" }).progress.position).toBeNull();
  const elsewhere = { ...listener, target: new URL("http://localhost:5000/") };
  expect(openState(folder, elsewhere).progress.position).toBeNull();
  expect(keptSecret(folder, listener)).toBe(kept);
  expect(keptSecret(folder, { ...listener, key: "sk_test_2" })).not.toBe(kept);
  for (const name of readdirSync(folder)) {
    expect([name, statSync(join(folder, name)).mode & 0o077]).toEqual([name, 0]);
    expect(name).not.toContain("sk_test");
  }
});

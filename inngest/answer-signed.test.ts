import { expect, test, vi } from "vitest";
import { connectJobs } from "@/lib/adapters/jobs/job-wiring";
import { metrics } from "@/lib/adapters/metrics/metrics";
import { maxWebBodyBytes } from "@/lib/server/http/http";

vi.stubEnv("INNGEST_SIGNING_KEY", `signkey-test-${"5b".repeat(32)}`);
vi.stubEnv("INNGEST_EVENT_KEY", "event-key");
const { answerSigned } = await import("./answer-signed");

/** A call whose body tells whether it was read. */
function call(chunks: readonly Uint8Array[], headers: Record<string, string> = {}) {
  let read = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const chunk = chunks[read];
        read += 1;
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "PUT", headers, body, duplex: "half" };
  const request = new Request("http://app.test/api/inngest", init);
  return { request, read: () => read };
}

function counted() {
  const { samples } = metrics().jobCallsRefused.family();
  return (reason: string) => samples.find(({ labels }) => labels.reason === reason)?.value ?? 0;
}

const signed = { host: "app.test", "x-inngest-signature": "t=1&s=00" };

test("the body of a call that is not signed is not read", async () => {
  const { request, read } = call([Buffer.from("{}")]);
  expect((await answerSigned(request)).status).toBe(401);
  expect(read()).toBe(0);
});

test("a call that is not signed, or not by the key, is one counted line of warning without a stack", async () => {
  const lines: unknown[] = [];
  const note = (level: string) => (fields: object, message: string) =>
    void lines.push([level, fields, message]);
  const log = { debug() {}, info() {}, warn: note("warn"), error: note("error") };
  connectJobs({ log });
  const before = counted();
  const unsigned = await answerSigned(new Request("http://app.test/api/inngest"));
  const refused = await answerSigned(call([Buffer.from("{}")], signed).request);
  connectJobs({ log: undefined });
  expect([unsigned.status, refused.status]).toEqual([401, 401]);
  const line = (method: string, reason: string) => [
    "warn",
    { method, reason },
    "a call of /api/inngest was refused",
  ];
  expect(lines).toEqual([line("GET", "unsigned"), line("PUT", "refused")]);
  const after = counted();
  expect([after("unsigned") - before("unsigned"), after("refused") - before("refused")]).toEqual([
    1, 1,
  ]);
});

test("a body that is not JSON gets no further", async () => {
  const { request } = call([Buffer.from("{")], signed);
  expect((await answerSigned(request)).status).toBe(400);
});

test("a body is read up to the limit and no further", async () => {
  const megabyte = Buffer.alloc(1024 * 1024, " ");
  const { request, read } = call(Array<Uint8Array>(100).fill(megabyte), signed);
  expect((await answerSigned(request)).status).toBe(413);
  expect(read()).toBe(maxWebBodyBytes / megabyte.length + 1);
});

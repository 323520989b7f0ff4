import { expect, test, vi } from "vitest";
import { maxWebBodyBytes } from "@/lib/server/http";

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

const signed = { "x-inngest-signature": "t=1&s=00" };

test("the body of a call that is not signed is not read", async () => {
  const { request, read } = call([Buffer.from("{}")]);
  expect((await answerSigned(request)).status).toBe(401);
  expect(read()).toBe(0);
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

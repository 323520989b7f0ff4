import { afterAll, beforeAll, expect, it } from "vitest";
import { makeSamples } from "@/testing/api/api-samples";
import { type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import { sendRaw } from "@/testing/api/send-raw";

/* What a page is sent: only a server has pages. */

let target: ApiTarget;
let baseUrl: string;
let sessionId: string;

beforeAll(async () => {
  target = await openApiTarget();
  baseUrl = await target.baseUrl();
  const samples = await makeSamples(target, await target.addMerchant(), "test");
  sessionId = samples.getPublicSession?.params?.id ?? "";
});
afterAll(() => target.close());

const action = "40".padEnd(42, "0");
const payer = `0x${"11".repeat(20)}`;
const post = async (headers: Record<string, string>, body: string) => {
  const all = { "next-action": action, "content-type": "text/plain", ...headers };
  return sendRaw(baseUrl, "POST", `/pay/${sessionId}`, { headers: all, body });
};

it("a post to a page from another origin is refused", async () => {
  const body = JSON.stringify([{ sessionId: "ps_0", payer }]);
  for (const origin of ["https://evil.example", "null", "nonsense", "http://["]) {
    const reply = await post({ origin }, body);
    expect([origin, reply.status]).toEqual([origin, 403]);
    expect(reply.body).toContain("origin_mismatch");
  }
});

it("a post to a page that is not what our page sends is refused", async () => {
  const origin = new URL(target.config.APP_URL).origin;
  const bodies = ["", "{", "1", '["$F1"]', '["$1"]', '[{"a":"$n1"}]', "[".repeat(5_000)];
  for (const body of bodies)
    expect([body, (await post({ origin }, body)).status]).toEqual([body, 400]);
  expect((await post({ origin }, `["${"x".repeat(70_000)}"]`)).status).toBe(413);
  for (const type of ["multipart/form-data", "multipart/form-data; boundary=x", "text/html"]) {
    expect((await post({ origin, "content-type": type }, "x")).status).toBe(415);
  }
  // An action that there is not, in the words of Next.
  expect([404, 409]).toContain((await post({ origin }, "[]")).status);
});

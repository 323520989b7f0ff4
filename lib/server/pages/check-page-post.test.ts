import { expect, test } from "vitest";
import { refusalAnswer } from "@/lib/server/http/answers";
import { checkPagePost } from "./check-page-post";

const appUrl = "https://pay.example.com";
const ours = { origin: appUrl, "next-action": "40", "content-type": "text/plain;charset=UTF-8" };
const send = async (
  body: string,
  { method = "POST", headers = ours }: { method?: string; headers?: Record<string, string> } = {},
) => {
  const withBody = method === "GET" || method === "HEAD" ? {} : { body };
  const request = new Request(`${appUrl}/pay/ps_1`, { method, headers, ...withBody });
  const refusal = await checkPagePost(request, appUrl);
  return refusal && refusalAnswer(refusal, "req_1").status;
};

test("a page is read, whatever the headers say", async () => {
  for (const method of ["GET", "HEAD"]) {
    expect(await send("", { method, headers: { origin: "https://evil.example" } })).toBeNull();
  }
});

test("what our own page sends is taken", async () => {
  const email = "$$ada@example.com";
  for (const sent of [[], [{ sessionId: "ps_1", payer: "0x1" }], [{ email }], ["$undefined"]]) {
    expect(await send(JSON.stringify(sent))).toBeNull();
  }
});

test("another origin is refused, an absent one is the action's to refuse", async () => {
  const { origin: _, ...without } = ours;
  for (const origin of ["https://evil.example", "http://pay.example.com", "null", "", "http://["]) {
    expect(await send("[]", { headers: { ...without, origin } })).toBe(403);
  }
  expect(await send("[]", { headers: without })).toBeNull();
});

test("a page takes no other method, and no form", async () => {
  for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
    expect(await send("[]", { method })).toBe(405);
  }
  const { "next-action": _, ...form } = ours;
  expect(await send("a=1", { headers: form })).toBe(405);
});

test("what React would fail on is refused before it", async () => {
  const deep = "[".repeat(5_000) + "]".repeat(5_000);
  for (const body of ["", "{", "1", "{}", '["$F1"]', '[{"a":["$1"]}]', '["$n1"]', '["$T"]', deep]) {
    expect([body.slice(0, 20), await send(body)]).toEqual([body.slice(0, 20), 400]);
  }
  expect(await send(JSON.stringify(["x".repeat(64 * 1024)]))).toBe(413);
  const type = "multipart/form-data; boundary=x";
  expect(await send("x", { headers: { ...ours, "content-type": type } })).toBe(415);
});

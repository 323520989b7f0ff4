import { afterAll, beforeAll, expect, test } from "vitest";
import type { Runtime } from "@/lib/server/runtime";
import type { ApiResponse } from "./http";
import { webHandler } from "./web-handler";

beforeAll(() => {
  globalThis.stipendRuntime = { config: { TRUST_PROXY_HOPS: 0 } } as Runtime;
});
afterAll(() => {
  globalThis.stipendRuntime = undefined;
});

async function ask(method: string, answer: Partial<ApiResponse>) {
  let seen = "";
  const headers = { "content-type": "text/plain" };
  const handle = webHandler(async (request) => {
    seen = request.method;
    return { status: 200, headers, body: "all of it", ...answer };
  });
  const request = new Request("http://localhost/v1/x", { method });
  const response = await handle(request, { params: Promise.resolve({}) });
  const type = response.headers.get("content-type");
  return { seen, status: response.status, type, body: await response.text() };
}

test("HEAD is answered as GET, without the body", async () => {
  const asGet = { seen: "GET", status: 200, type: "text/plain" };
  expect(await ask("GET", {})).toEqual({ ...asGet, body: "all of it" });
  expect(await ask("HEAD", {})).toEqual({ ...asGet, body: "" });
  expect(await ask("HEAD", { bytes: Buffer.from("a file") })).toEqual({ ...asGet, body: "" });
});

test("a stream that HEAD asks for is not begun", async () => {
  let begun = 0;
  async function* stream() {
    begun += 1;
    yield "first";
  }
  expect(await ask("GET", { stream })).toMatchObject({ body: "first" });
  expect(await ask("HEAD", { stream })).toMatchObject({ seen: "GET", body: "" });
  expect(begun).toBe(1);
});

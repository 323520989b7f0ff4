import { gunzipSync } from "node:zlib";
import { beforeAll, expect, it } from "vitest";
import type { Runtime } from "@/lib/server/runtime";
import { describeApi } from "./describe-api";

beforeAll(() => {
  globalThis.stipendRuntime = {
    config: { APP_URL: "https://pay.stipend.test", TRUST_PROXY_HOPS: 0 },
  } as unknown as Runtime;
});

async function ask(accepted: string): Promise<Response> {
  const headers = new Headers([["accept-encoding", accepted]]);
  const request = new Request("https://pay.stipend.test/openapi.json", { headers });
  return describeApi(request, { params: Promise.resolve({}) });
}

/** As our own server asks, which leaves compressing to the handler. */
const askOwn = (accepted: string | null) =>
  describeApi.api({
    method: "GET",
    path: "/openapi.json",
    params: {},
    query: new URLSearchParams(),
    header: (name) => (name === "accept-encoding" ? accepted : null),
    bytes: async () => null,
    text: async () => "",
    address: "203.0.113.1",
  });

it.each(["gzip", "br, gzip;q=0.8", "*", "deflate,gzip"])(
  "is compressed for %s",
  async (accepted) => {
    const { headers, encoded, body } = await askOwn(accepted);
    expect(headers["content-encoding"]).toBe("gzip");
    expect(headers.vary).toBe("accept-encoding");
    const text = gunzipSync(encoded ?? "").toString();
    expect(text).toBe(body);
    expect(JSON.parse(text)).toMatchObject({ openapi: "3.1.0" });
    expect(encoded?.length).toBeLessThan(text.length / 5);
  },
);

it("is plain for a host of web handlers, which compresses by itself", async () => {
  const answer = await ask("gzip");
  expect(answer.headers.get("content-encoding")).toBeNull();
  expect(await answer.json()).toMatchObject({ openapi: "3.1.0" });
});

it.each([null, "", "br", "gzip;q=0", "identity, gzip;q=0.0"])(
  "is plain for %s",
  async (accepted) => {
    const { headers, encoded, body } = await askOwn(accepted);
    expect(headers["content-encoding"]).toBeUndefined();
    expect(encoded).toBeUndefined();
    expect(JSON.parse(body)).toMatchObject({ openapi: "3.1.0" });
  },
);

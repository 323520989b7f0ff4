import { expect, test } from "vitest";
import { z } from "zod";
import { health } from "@/lib/contract/operations/operations";
import { getStore } from "@/lib/contract/storefronts/public-store";
import { notFound } from "@/lib/core/errors";
import type { Context } from "@/lib/domain/platform/context";
import { type ApiRequest, type ApiResponse, json } from "@/lib/server/http/http";
import { revalidated } from "./revalidated";
import { verbRunner } from "./run-verb";

const asking = (known: string | null) =>
  ({ header: (name: string) => (name === "if-none-match" ? known : null) }) as ApiRequest;
const answering = (answer: ApiResponse) => revalidated(getStore, async () => answer);
const store = json(200, { name: "Aurora" }, { "cache-control": "no-store" });

test("an answer that may be kept names itself, and is not sent to who has it", async () => {
  const handler = answering(store);
  const { headers, ...first } = await handler(asking(null));
  expect(first).toMatchObject({ status: 200, body: store.body });
  const { etag = "" } = headers;
  expect(headers).toMatchObject({
    etag: expect.stringMatching(/^"[\w-]+"$/),
    "cache-control": "public, max-age=60",
  });
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`]) {
    expect(await handler(asking(known))).toMatchObject({
      status: 304,
      body: "",
      headers: { etag },
    });
  }
  expect(await handler(asking('"other"'))).toMatchObject({ status: 200 });
  const changed = await answering(json(200, { name: "Borealis" }))(asking(etag));
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(etag);
});

test("a refusal is not kept, nor what is not declared so", async () => {
  const refused = json(404, {}, { "cache-control": "no-store" });
  expect(await answering(refused)(asking(null))).toEqual(refused);
  expect(await revalidated(health, async () => store)(asking(null))).toEqual(store);
});

test("what may be kept is read once for all who ask for the same at once, and anew for who asks later", async () => {
  let readings = 0;
  const read = async (_: Context, { slug }: { slug?: string }) => {
    readings += 1;
    if (slug === "none") throw notFound("shop");
    return { slug, products: [] };
  };
  const shared = { ...getStore, response: z.looseObject({}) };
  const run = verbRunner(shared, read);
  const visitor = { actor: { kind: "public", ip: "203.0.113.7" } } as Context;
  const ask = (slug: string) => run(visitor, { slug }, null);
  const answers = await Promise.all([ask("aurora"), ask("aurora"), ask("borealis")]);
  expect(answers.map(({ body }) => JSON.parse(body).slug)).toEqual([
    "aurora",
    "aurora",
    "borealis",
  ]);
  expect(readings).toBe(2);
  await ask("aurora");
  expect(readings).toBe(3);
  await expect(ask("none")).rejects.toThrow();
  await expect(ask("none")).rejects.toThrow();
  expect(readings).toBe(5);
});

import { generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import type { Get, Reply } from "@/lib/adapters/outbound-http/outbound-http";
import { githubSignatures, KeysUnavailable } from "./github-keys";

/** GitHub's own example of a report, with the public key of that time. */
const example = {
  body: '[{"source":"commit","token":"some_token","type":"some_type","url":"https://example.com/base-repo-url/"}]',
  keyId: "bcb53661c06b4728e59d897fb6165d5c9cda0fd9cdf9d09ead458168deb7518c",
  signature:
    "MEQCIQDaMKqrGnE27S0kgMrEK0eYBmyG0LeZismAEz/BgZyt7AIfXt9fErtRS4XaeSt/AO1RtBY66YcAdjxji410VQV4xg==",
  publicKey: `-----BEGIN PUBLIC KEY-----
MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYAGMWO8XgCamYKMJS6jc/qgvSlAd
AjPuDPRcXU22YxgBrz+zoN19MzuRyW87qEt9/AmtoNP5GrobzUvQSyJFVw==
-----END PUBLIC KEY-----
`,
};

const reply = (status: number | null, body: string | null, etag: string | null = null): Reply => ({
  ...{ status, body, etag, failure: null, retryAfter: null, durationMs: 1 },
});
const published = (keys: Record<string, string>) =>
  JSON.stringify({
    public_keys: Object.entries(keys).map(([id, key]) => ({
      ...{ key_identifier: id, key, is_current: true },
    })),
  });

/** GitHub, of which each answer is set; and a clock. */
function github(keys: Record<string, string> = { [example.keyId]: example.publicKey }) {
  const world = {
    at: 0,
    asked: [] as Get[],
    answer: () => reply(200, published(keys), '"one"'),
  };
  const get = async (request: Get) => {
    world.asked.push(request);
    return world.answer();
  };
  const options = { url: "https://api.github.example/keys", secure: true, now: () => world.at };
  return { world, check: githubSignatures({ get }, options) };
}

const { keyId, signature } = example;

test("GitHub's own example is good, and is not once a byte of it is another", async () => {
  const { check } = github();
  expect(await check(example.body, { keyId, signature })).toBe(true);
  expect(await check(`${example.body}\n`, { keyId, signature })).toBe(false);
  expect(await check(example.body.replace("some_", "same_"), { keyId, signature })).toBe(false);
  for (const wrong of ["", "x", "MEQC", signature.replace("A", "B")]) {
    expect(await check(example.body, { keyId, signature: wrong }), wrong).toBe(false);
  }
});

test("only keys of the curve that GitHub signs with count", async () => {
  const pair = generateKeyPairSync("ec", { namedCurve: "secp384r1" });
  const key = pair.publicKey.export({ format: "pem", type: "spki" }).toString();
  const signed = sign("sha256", Buffer.from("[]"), pair.privateKey).toString("base64");
  const { check } = github({ k: key });
  expect(await check("[]", { keyId: "k", signature: signed })).toBe(false);
});

test("keys are kept for an hour, then asked for with their ETag", async () => {
  const { world, check } = github();
  await Promise.all([check("", { keyId, signature }), check("", { keyId, signature })]);
  world.at = 3_599_999;
  await check("", { keyId, signature });
  expect(world.asked).toHaveLength(1);
  expect(world.asked[0]).toMatchObject({ url: "https://api.github.example/keys", secure: true });
  world.at = 3_600_000;
  world.answer = () => reply(304, null);
  expect(await check(example.body, { keyId, signature })).toBe(true);
  expect(world.asked[1]?.headers).toMatchObject({ "if-none-match": '"one"' });
  world.at += 3_599_999;
  await check("", { keyId, signature });
  expect(world.asked).toHaveLength(2);
});

test("a key that is not known makes us ask again, but not more than once a minute", async () => {
  const { world, check } = github({});
  const asks = () => check(example.body, { keyId, signature });
  expect(await asks()).toBe(false);
  expect(await asks()).toBe(false);
  expect(world.asked).toHaveLength(1);
  world.at = 60_000;
  const one = { [keyId]: example.publicKey };
  world.answer = () => reply(200, published(one), '"two"');
  expect(await asks()).toBe(true);
  expect(world.asked).toHaveLength(2);
});

test("while GitHub does not answer, keys are good for a day, and nobody is said to be a liar", async () => {
  const { world, check } = github();
  world.answer = () => reply(null, null);
  await expect(check(example.body, { keyId, signature })).rejects.toThrow(KeysUnavailable);
  world.at = 60_000;
  world.answer = () => reply(200, published({ [keyId]: example.publicKey }));
  expect(await check(example.body, { keyId, signature })).toBe(true);
  for (const answer of [reply(500, "no"), reply(200, "no"), reply(200, "{}"), reply(null, null)]) {
    world.at += 3_600_000;
    world.answer = () => answer;
    expect(await check(example.body, { keyId, signature })).toBe(true);
  }
  world.at = 60_000 + 86_400_000;
  await expect(check(example.body, { keyId, signature })).rejects.toThrow(KeysUnavailable);
});

import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { afterEach, expect, test, vi } from "vitest";
import { privyClient } from "./privy-client";

afterEach(() => {
  vi.unstubAllGlobals();
});

function opener() {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  return privyClient({
    ...{ appId: "cltestapp0000000000000000", appSecret: "secret" },
    ...{ publicKey: createPublicKey(privateKey), apiUrl: "https://privy.example" },
  });
}

test("Privy's library is opened once, by those who ask at once too", async () => {
  const open = opener();
  const [first, second] = await Promise.all([open(), open()]);
  expect(second).toBe(first);
  expect(await open()).toBe(first);
});

test("a question to Privy is asked once, is kept by none, and follows no redirect", async () => {
  const asked: (RequestInit | undefined)[] = [];
  vi.stubGlobal("fetch", async (_: unknown, init?: RequestInit) => {
    asked.push(init);
    return new Response("{}", { status: 503, headers: { "content-type": "application/json" } });
  });
  const client = await opener()();
  await expect(client.users()._get("did:privy:ada")).rejects.toThrow();
  expect(asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ cache: "no-store", redirect: "error" });
});

import { createPublicKey, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { embeddedProvider } from "@/lib/adapters/identity/embedded-provider";
import { type IdentityProvider, TokenRejected } from "@/lib/adapters/identity/identity-provider";
import { readP256Key } from "@/lib/adapters/identity/p256-key";
import { newSigningKey } from "@/lib/adapters/identity/sign-token";
import { testIssuer, testIssuerVerifier } from "@/lib/adapters/identity/test-issuer";
import { createIdentityWorld, type IdentityWorld, type TestBrowser } from "@/testing/identity";
import { describeIdentityProvider } from "@/testing/identity-provider-contract";
import { createTestIssuer } from "@/testing/test-issuer";
import { embeddedIssuer, embeddedStore } from "./embedded-store";
import { activeKey } from "./signing-keys";

let world: IdentityWorld;
let provider: IdentityProvider;
let browser: TestBrowser;
let userId: string;

beforeAll(async () => {
  world = await createIdentityWorld();
  provider = embeddedProvider(embeddedIssuer(world.config), embeddedStore(world.db));
  browser = await world.signedUp("ada@x.example");
  userId = String((await browser.get("me")).body.id);
});
afterAll(() => world.stop());

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const decode = (part = "") =>
  JSON.parse(Buffer.from(part, "base64url").toString()) as Record<string, unknown>;

/** A token as the provider signs it, with whatever else it says. */
async function tokenOf(
  claims: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
  key?: { kid: string; privateKey: string },
) {
  const { body } = await browser.post("token", {});
  const [head, said] = String(body.accessToken).split(".");
  const { kid, privateKey } = key ?? (await activeKey(world));
  const parts = [
    { ...decode(head), kid, ...header },
    { ...decode(said), ...claims },
  ];
  const signed = parts.map(encode).join(".");
  const pem = { key: Buffer.from(privateKey, "base64"), format: "der", type: "pkcs8" } as const;
  const signature = sign("sha256", Buffer.from(signed), { ...pem, dsaEncoding: "ieee-p1363" });
  return `${signed}.${signature.toString("base64url")}`;
}

const rejects = async (token: string) =>
  expect(provider.verify(token)).rejects.toBeInstanceOf(TokenRejected);

describe("our own provider", () => {
  describeIdentityProvider(() => ({
    ...{ provider, name: "embedded", subject: userId, email: "ada@x.example" },
    token: tokenOf,
    async publicKeyText() {
      const { keys } = (await world.api("GET", "/.well-known/jwks.json")).body as {
        keys: Record<string, string>[];
      };
      const key = createPublicKey({ key: keys[0] ?? {}, format: "jwk" });
      return String(key.export({ format: "pem", type: "spki" }));
    },
  }));

  test("knows nobody by a name that it did not give", async () => {
    expect(await provider.getIdentity("idu_unknown")).toBeNull();
  });

  test("takes no token of a session that is not there, or is somebody else's", async () => {
    await rejects(await tokenOf({ sid: "ses_unknown" }));
    await rejects(await tokenOf({ sub: "idu_unknown" }));
  });

  test("takes no token of a key that it does not publish", async () => {
    const { kid, privateKey } = newSigningKey();
    await rejects(await tokenOf({}, {}, { kid, privateKey }));
    const { kid: known } = await activeKey(world);
    await rejects(await tokenOf({}, {}, { kid: known, privateKey }));
  });

  test("publishes the key that it signs with, and nothing of the private one", async () => {
    const { body } = await world.api("GET", "/.well-known/jwks.json");
    const { kid } = await activeKey(world);
    const expected = { kty: "EC", crv: "P-256", use: "sig", alg: "ES256" };
    expect(body.keys).toEqual([{ ...expected, kid, x: expect.any(String), y: expect.any(String) }]);
  });
});

describe("the test issuer", () => {
  const issuer = createTestIssuer();
  describeIdentityProvider(() => ({
    provider: testIssuerVerifier(readP256Key(issuer.publicKey)),
    ...{ name: "test", subject: "did:test:ada", email: null },
    token: async (claims, header) => issuer.tokenOf("did:test:ada", claims, header),
    publicKeyText: async () => `${testIssuer.keyId}${issuer.publicKey}`,
  }));
});

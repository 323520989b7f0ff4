import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { type IdentityProvider, TokenRejected } from "@/lib/adapters/identity/identity-provider";

/** Somebody with an account at the provider under test. */
export interface ProviderUnderTest {
  readonly provider: IdentityProvider;
  /** Its name in the database. */
  readonly name: string;
  readonly subject: string;
  readonly email: string | null;
  /**
   * A good token of theirs.
   * @param claims in place of the good ones
   * @param header in place of the good ones
   */
  token(claims?: Record<string, unknown>, header?: Record<string, unknown>): Promise<string>;
  /** The public key as whoever is confused of the algorithm would use it: its text. */
  publicKeyText(): Promise<string>;
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString("base64url");
const seconds = () => Math.floor(Date.now() / 1_000);

type Open = () => ProviderUnderTest;

const rejects = (open: Open, token: string) =>
  expect(open().provider.verify(token)).rejects.toBeInstanceOf(TokenRejected);

/**
 * What every identity provider must hold: put each adapter through it.
 * @param traits.namesKeys whether its tokens name the key that they are signed with
 */
export function describeIdentityProvider(open: Open, { namesKeys } = { namesKeys: true }): void {
  testIdentity(open);
  testClaims(open, namesKeys);
  testForgeries(open);
}

function testIdentity(open: Open): void {
  test("a good token tells whose it is", async () => {
    const { provider, name, subject, token } = open();
    const verified = await provider.verify(await token());
    expect(verified).toMatchObject({ provider: name, subject, sessionId: expect.any(String) });
    expect(provider.name).toBe(name);
  });

  test("it knows who somebody is now, and nobody where there is none", async () => {
    const { provider, name, subject, email } = open();
    expect(await provider.getIdentity(subject)).toMatchObject({
      ...{ provider: name, subject, email, disabled: false },
      createdAt: expect.any(Date),
      secondFactors: expect.any(Array),
    });
  });
}

function testClaims(open: Open, namesKeys: boolean): void {
  test.each([
    ["another issuer", { iss: "https://evil.example" }],
    ["another audience", { aud: "somebody else" }],
    ["several audiences", { aud: ["stipend", "other"] }],
    ["the past", { iat: seconds() - 700, exp: seconds() - 10 }],
    ["the future", { iat: seconds() + 60, exp: seconds() + 600 }],
    ["no end", { exp: undefined }],
    ["nobody", { sub: "" }],
  ])("a token of %s is rejected", async (_, claims) => {
    await rejects(open, await open().token(claims));
  });

  const headers: [string, Record<string, unknown>][] = [
    ["no algorithm", { alg: "none" }],
    ["a symmetric algorithm", { alg: "HS256" }],
    ["another curve", { alg: "ES384" }],
    ["another type", { typ: "at+jwt" }],
    ["no type", { typ: undefined }],
  ];
  const named: typeof headers = [
    ["an unknown key", { kid: "unknown" }],
    ["a key whose name the database refuses", { kid: "\u0000" }],
    ["a key whose name is too long", { kid: "k".repeat(201) }],
    ["no key", { kid: undefined }],
  ];
  test.each(namesKeys ? [...headers, ...named] : headers)(
    "a token with %s is rejected",
    async (_, header) => {
      await rejects(open, await open().token({}, header));
    },
  );
}

function testForgeries(open: Open): void {
  test("a token without a signature, or with that of the public key as a secret, is rejected", async () => {
    const { token, publicKeyText } = open();
    const [head = "", body = ""] = (await token()).split(".");
    const header = JSON.parse(Buffer.from(head, "base64url").toString()) as object;
    await rejects(open, `${head}.${body}.`);
    await rejects(open, `${encode({ ...header, alg: "none" })}.${body}.`);
    const confused = `${encode({ ...header, alg: "HS256" })}.${body}`;
    const mac = createHmac("sha256", await publicKeyText()).update(confused);
    await rejects(open, `${confused}.${mac.digest("base64url")}`);
  });

  test("a token that was changed is rejected, wherever it was", async () => {
    const { token } = open();
    const [head = "", body = "", signature = ""] = (await token()).split(".");
    const claims = JSON.parse(Buffer.from(body, "base64url").toString()) as object;
    await rejects(open, `${head}.${encode({ ...claims, sub: "somebody" })}.${signature}`);
    const bytes = Buffer.from(signature, "base64url");
    for (const at of [0, 31, 32, 63]) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await rejects(open, `${head}.${body}.${changed.toString("base64url")}`);
    }
    await rejects(open, `${head}.${body}.${Buffer.alloc(64).toString("base64url")}`);
  });

  test("what is no token is rejected", async () => {
    for (const text of ["", "a.b.c", "..", "e30.e30.e30", `${encode({ kid: 1 })}.e30.AA`]) {
      await rejects(open, text);
    }
  });
}

import { describe } from "vitest";
import { totpCode, totpStep } from "@/lib/adapters/identity/totp";
import { newId } from "@/lib/core/ids";
import type { ReplyBody } from "@/testing/api/api-target";
import { createIdentityWorld, goodPassword, type TestBrowser } from "@/testing/identity";
import { beginAt, comeBack, createOidcWorld, postForm, signInAt } from "@/testing/oidc-browser";
import { startPrivy } from "@/testing/privy";
import {
  describeWayIn,
  type Entry,
  type Forgery,
  type Person,
  type WayIn,
} from "@/testing/way-in-contract";

/** How our own pages are left: with a session, or told why not. */
async function entryOf(browser: TestBrowser, reason: string | null): Promise<Entry> {
  if (browser.token === null || reason !== null) return { token: null, reason };
  return { token: String((await browser.post("token", {})).body.accessToken), reason: null };
}

async function enrolApp(_: Person, browser: TestBrowser): Promise<void> {
  const { body } = await browser.post("totp/start", {});
  const code = totpCode(String(body.secret), totpStep(Date.now()));
  await browser.post("totp/confirm", { code });
}

async function signOut(_: Person, browser: TestBrowser): Promise<void> {
  await browser.post("logout", {});
}

const reasonOfBody = ({ error }: ReplyBody) =>
  error?.details?.reason === undefined ? null : String(error.details.reason);

const reasonOf = (location: string) => /[?&]problem=(\w+)/.exec(location)?.[1] ?? null;

async function openEmbedded(): Promise<WayIn> {
  const world = await createIdentityWorld();
  const codes = new Map<string, { flow: unknown; code: string | null }>();
  const enter: WayIn["enter"] = async ({ name, email, isVerified }, browser = world.browser()) => {
    // A person has one password, and a name of their own at the provider: here that is the password.
    const account = { email, password: `${goodPassword} ${name}` };
    const login = await browser.post("login", account);
    if (login.status !== 401) return entryOf(browser, reasonOfBody(login.body));
    const { body } = await browser.post("signup", account);
    const code = await world.mailedCode(email);
    codes.set(name, { flow: body.flow, code });
    if (code !== null && isVerified) await browser.post("verify", { flow: body.flow, code });
    return entryOf(browser, null);
  };
  return {
    ...{ world, enter, enrol: enrolApp, revoke: signOut },
    isFactorAsked: async (person) => (await enter(person)).token === null,
    // Our own form is left by the page that has it; next-auth's takes an address.
    async leave({ name, email }, callbackUrl) {
      const fields = { email, password: `${goodPassword} ${name}`, callbackUrl };
      return String((await postForm(world.browser(), "callback/credentials", fields)).body.url);
    },
    forgeries: (person) => {
      const opens = async (path: string, body: object) => {
        const browser = world.browser();
        await browser.post(path, body);
        return browser.token !== null;
      };
      const { name, email } = person;
      const used = async () => {
        await enter(person);
        return { ...codes.get(name) };
      };
      return [
        { name: "a code twice", run: async () => opens("verify", await used()) },
        { name: "no code", run: () => opens("verify", { flow: "A".repeat(43), code: "000000" }) },
        { name: "another password", run: () => opens("login", { email, password: goodPassword }) },
        {
          name: "a ticket",
          run: () => opens("second-factor", { ticket: "A".repeat(43), code: "000000" }),
        },
      ];
    },
    stop: () => world.stop(),
  };
}

async function openOidc(): Promise<WayIn> {
  const { world, stub } = await createOidcWorld();
  const claimsOf = ({ name, email, isVerified }: Person) => ({
    ...{ sub: name, email, email_verified: isVerified },
  });
  const enter: WayIn["enter"] = async (person, browser = world.browser()) =>
    entryOf(browser, reasonOf(await signInAt(stub, browser, claimsOf(person))));
  const forge = (
    person: Person,
    name: string,
    faults: object,
    change?: (query: URLSearchParams) => void,
  ): Forgery => ({
    name,
    async run() {
      const browser = world.browser();
      const { address } = await beginAt(browser);
      const query = stub.authorize(address, claimsOf(person), faults);
      change?.(query);
      await comeBack(browser, query);
      return browser.token !== null;
    },
  });
  return {
    ...{ world, enter, enrol: enrolApp, revoke: signOut },
    isFactorAsked: async (person) => {
      const browser = world.browser();
      const location = await signInAt(stub, browser, claimsOf(person));
      return browser.token === null && location.includes("#ticket=");
    },
    async leave(person, callbackUrl) {
      const browser = world.browser();
      const { address } = await beginAt(browser, { callbackUrl });
      if (!address.startsWith(stub.issuer)) return address;
      const reply = await comeBack(browser, stub.authorize(address, claimsOf(person)));
      return String(reply.headers.location);
    },
    forgeries: (person) => [
      forge(person, "another state", {}, (query) => query.set("state", "x".repeat(43))),
      forge(person, "no state", {}, (query) => query.delete("state")),
      forge(person, "another issuer's answer", {}, (query) =>
        query.set("iss", "https://evil.example"),
      ),
      forge(person, "another nonce", { nonce: "another" }),
      forge(person, "another issuer", { iss: "https://evil.example" }),
      forge(person, "another client", { aud: "another" }),
      forge(person, "a token of the past", { expired: true }),
      forge(person, "another key", { forged: true }),
      {
        name: "a callback twice",
        async run() {
          const [first, second] = [world.browser(), world.browser()];
          const query = stub.authorize((await beginAt(first)).address, claimsOf(person));
          await comeBack(first, query);
          await comeBack(second, query);
          return second.token !== null;
        },
      },
    ],
    async stop() {
      await world.stop();
      await stub.stop();
    },
  };
}

async function openPrivy(): Promise<WayIn> {
  const privy = await startPrivy();
  const world = await createIdentityWorld({ IDENTITY_PROVIDER: "privy", ...privy.settings });
  const did = ({ name }: Person) => `did:privy:${name}`;
  const enter: WayIn["enter"] = async (person) => {
    const { email, isVerified } = person;
    const user =
      privy.users.get(did(person)) ?? privy.addUser(did(person), isVerified ? email : null);
    if (!isVerified) user.linked_accounts.push({ type: "email", address: email, verified_at: 0 });
    return { token: privy.tokenOf(did(person)), reason: null };
  };
  const opens = async (token: string) =>
    (await world.api("POST", "/v1/auth/sync", { body: { accessToken: token } })).status === 200;
  return {
    ...{ world, enter },
    async enrol(person) {
      await world.db`insert into admin_users ${world.db({
        ...{ id: newId("adminUser"), email: person.email, name: "Root", role: "super_admin" },
        ...{ status: "active", provider: "privy", subject: did(person) },
      })}`;
    },
    // Its tokens prove no second factor: an admin user needs one that is enrolled there.
    async isFactorAsked(person) {
      const ask = () => world.api("GET", "/v1/admin/me", { token: privy.tokenOf(did(person)) });
      return (await ask()).body.error?.details?.reason === "mfa_required";
    },
    // Its form is a part of our page, and next-auth is not there.
    async leave(_, callbackUrl) {
      const reply = await postForm(world.browser(), "callback/credentials", { callbackUrl });
      return reply.status === 404 ? null : String(reply.body.url);
    },
    async revoke(person) {
      const user = privy.users.get(did(person));
      privy.users.delete(did(person));
      const text = JSON.stringify({ type: "user.deleted", user });
      const headers = privy.signed(`msg_${person.name}`, text);
      await world.browser().send({ method: "POST", path: "/v1/auth/privy-webhook", text, headers });
    },
    forgeries: (person) => {
      const forge = (name: string, claims: object, header = {}): Forgery => ({
        name,
        async run() {
          await enter(person);
          return opens(privy.tokenOf(did(person), { ...claims }, header));
        },
      });
      return [
        forge("another issuer", { iss: "https://evil.example" }),
        forge("another app", { aud: "clanotherapp" }),
        forge("a token of the past", { exp: Math.floor(Date.now() / 1_000) - 60 }),
        forge("an identity token", { sid: undefined }),
        forge("no algorithm", {}, { alg: "none" }),
        forge("another person", { sub: "did:privy:unknown" }),
      ];
    },
    async stop() {
      await world.stop();
      await privy.stop();
    },
  };
}

describe("accounts of our own", () => {
  describeWayIn(openEmbedded, {
    preRegistered: null,
    hasCookie: true,
    unchallenged: "challenge_required",
  });
});

describe("an OpenID Connect issuer", () => {
  describeWayIn(openOidc, {
    ...{ preRegistered: "link_required", hasCookie: true, unchallenged: "challenge_required" },
  });
});

describe("accounts at Privy", () => {
  describeWayIn(openPrivy, { preRegistered: null, hasCookie: false, unchallenged: null });
});

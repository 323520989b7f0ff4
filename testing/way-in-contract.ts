import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type IdentityWorld, refusal, type TestBrowser } from "./identity";

export interface Person {
  /** As the provider names them. */
  readonly name: string;
  readonly email: string;
  readonly isVerified: boolean;
}

/** How a sign-in ended. */
export interface Entry {
  /** An access token; null where there is no session. */
  readonly token: string | null;
  /** Why there is none; null where the way says nothing of it. */
  readonly reason: string | null;
}

/** A callback or token that is not as the provider gave it. */
export interface Forgery {
  readonly name: string;
  /** Whether it opened a session. */
  run(): Promise<boolean>;
}

/** A way in that is put through the contract. */
export interface WayIn {
  readonly world: IdentityWorld;
  /** Signs in as the provider says that the person is; one who is new signs up. */
  enter(person: Person, browser?: TestBrowser): Promise<Entry>;
  /** Adds a second factor to the account of a person who has just entered. */
  enrol(person: Person, browser: TestBrowser): Promise<void>;
  /** Whether the first factor alone, of one who has a second, gets no further than asking for it. */
  isFactorAsked(person: Person): Promise<boolean>;
  /** Ends what was signed in, as the provider or the person does. */
  revoke(person: Person, browser: TestBrowser): Promise<void>;
  /** Signs in with an address to go to afterwards. @returns where the browser is sent; null where nothing sends it */
  leave(person: Person, callbackUrl: string): Promise<string | null>;
  forgeries(person: Person): Forgery[];
  stop(): Promise<void>;
}

/** What only some ways have; the others have nothing there that could go wrong. */
export interface Traits {
  /** What one is told whose address has an account that is not theirs; null: another account. */
  readonly preRegistered: string | null;
  /** Sessions are cookies of ours, which could be fixed beforehand. */
  readonly hasCookie: boolean;
  /** What a sign-in without a bot challenge is told; null where the provider asks for its own. */
  readonly unchallenged: string | null;
}

let people = 0;
const personOf = (more: Partial<Person> = {}): Person => {
  people += 1;
  return { name: `way-${people}`, email: `way-${people}@x.example`, isVerified: true, ...more };
};

/** Behaviours that each way in must have. */
export function describeWayIn(open: () => Promise<WayIn>, traits: Traits): void {
  let way: WayIn;
  beforeAll(async () => {
    way = await open();
  });
  beforeEach(() => way.world.forget());
  afterAll(() => way.stop());
  const given = () => way;
  testEntry(given, traits);
  testEnds(given);
  testAttacks(given, traits);
}

type Given = () => WayIn;

/** Makes a person known to the API. @returns what it says of them */
async function meet({ world }: WayIn, { token }: Entry) {
  await world.api("POST", "/v1/auth/sync", { body: { accessToken: token ?? "" } });
  return world.api("GET", "/v1/auth/me", token === null ? {} : { token });
}

/** Whether an address belongs to anyone here. */
async function isKnown({ db }: IdentityWorld, email: string): Promise<boolean> {
  const rows = await db`
    select from merchants where lower(email) = lower(${email})
    union all select from identity_users where lower(email) = lower(${email})`;
  return rows.length > 0;
}

function testEntry(given: Given, { preRegistered }: Traits): void {
  test("a person gets an account, and the same one the next time", async () => {
    const way = given();
    const person = personOf();
    const first = await meet(way, await way.enter(person));
    expect([first.status, first.body.email]).toEqual([200, person.email]);
    const again = await meet(way, await way.enter(person));
    expect(again.body.id).toBe(first.body.id);
  });

  test("an address that was not verified belongs to no account", async () => {
    const way = given();
    const person = personOf({ isVerified: false });
    const entry = await way.enter(person);
    if (entry.token !== null) await meet(way, entry);
    expect(await isKnown(way.world, person.email)).toBe(false);
  });

  test("an address that has an account does not open it for another person", async () => {
    const way = given();
    const owner = personOf();
    const first = await meet(way, await way.enter(owner));
    const thief = personOf({ email: owner.email.toUpperCase() });
    const entry = await way.enter(thief);
    expect(entry.reason).toBe(preRegistered);
    if (entry.token === null) return;
    expect((await meet(way, entry)).body.id).not.toBe(first.body.id);
  });

  test("a second factor is asked for after the first", async () => {
    const way = given();
    const person = personOf();
    const browser = way.world.browser();
    await way.enter(person, browser);
    await way.enrol(person, browser);
    expect(await way.isFactorAsked(person)).toBe(true);
  });
}

function testEnds(given: Given): void {
  test("what was revoked is refused at the next request", async () => {
    const way = given();
    const person = personOf();
    const browser = way.world.browser();
    const entry = await way.enter(person, browser);
    expect((await meet(way, entry)).status).toBe(200);
    await way.revoke(person, browser);
    const after = await way.world.api("GET", "/v1/auth/me", { token: entry.token ?? "" });
    expect(refusal(after)).toEqual([401, "token_invalid"]);
  });

  test("no new account is made where sign-up is closed", async () => {
    const way = given();
    const known = personOf();
    const first = await meet(way, await way.enter(known));
    const runtime = globalThis.stipendRuntime as { config: IdentityWorld["config"] };
    const { config } = runtime;
    runtime.config = { ...config, SIGN_UP: "closed" };
    try {
      expect((await meet(way, await way.enter(known))).body.id).toBe(first.body.id);
      const person = personOf();
      const entry = await way.enter(person);
      if (entry.token !== null) {
        const body = { accessToken: entry.token };
        const refused = await way.world.api("POST", "/v1/auth/sync", { body });
        expect(refusal(refused)).toEqual([403, "sign_up_closed"]);
      }
      expect(await isKnown(way.world, person.email)).toBe(false);
    } finally {
      runtime.config = config;
    }
  });
}

function testAttacks(given: Given, { hasCookie, unchallenged }: Traits): void {
  test("what is forged, mixed up or given twice opens no session", async () => {
    const way = given();
    const forgeries = way.forgeries(personOf());
    expect(forgeries.length).toBeGreaterThan(3);
    for (const { name, run } of forgeries) expect([name, await run()]).toEqual([name, false]);
  });

  test("a sign-in leads to no other site, and to no path that does something", async () => {
    const way = given();
    const person = personOf();
    await way.enter(person);
    const own = new URL(way.world.config.APP_URL).origin;
    const isHarmless = (address: string | null) => {
      const { origin, pathname } = new URL(address ?? own, own);
      return origin === own && !pathname.startsWith("/api/identity");
    };
    const targets = [
      ...["https://evil.example/dashboard", "//evil.example", "/\\evil.example"],
      ...["javascript:alert(1)", "/api/identity/logout"],
    ];
    const left: (string | null)[] = [];
    for (const target of targets) left.push(await way.leave(person, target));
    expect(left.filter((address) => !isHarmless(address))).toEqual([]);
  });

  if (!hasCookie) return;
  test("a session that was there before is over, and another is given", async () => {
    const { world, enter } = given();
    const attacker = await world.signedUp(`${personOf().name}@fixed.example`);
    const { token } = attacker;
    const person = personOf();
    await enter(person, world.browser());
    await enter(person, attacker);
    expect(attacker.token).not.toBe(token);
    expect((await attacker.get("me")).body.email).toBe(person.email);
  });

  if (unchallenged === null) return;
  test("without a bot challenge there is no sign-in", async () => {
    const { world, enter } = given();
    const person = personOf();
    await enter(person);
    const browser = world.browser(false);
    expect(await enter(person, browser)).toEqual({ token: null, reason: unchallenged });
  });
}

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { wakes } from "@/lib/core/operations/wakes";
import { createIdentityWorld, goodPassword, type IdentityWorld, refusal } from "@/testing/identity";

let world: IdentityWorld;

beforeAll(async () => {
  world = await createIdentityWorld();
  await world.signedUp("ada@x.example");
});
beforeEach(() => world.forget());
afterAll(() => world.stop());

const wrong = [401, "credentials_wrong"];
const wrongCode = [401, "code_wrong"];
const login = (email: string, password = goodPassword) =>
  world.browser().post("login", { email, password });

test("somebody signs in by the password, whatever the capitals of the address", async () => {
  const browser = world.browser();
  const answer = await browser.post("login", { email: "ADA@x.example", password: goodPassword });
  expect(answer.body).toEqual({ status: "signed_in", ticket: null, methods: [] });
  expect(answer.headers["set-cookie"]).toMatch(
    /^stipend_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  expect((await browser.get("me")).body).toMatchObject({ email: "ada@x.example" });
});

test("a wrong address and a wrong password are answered alike, after as long", async () => {
  const time = async (email: string) => {
    const startedAt = performance.now();
    const reply = await login(email, "wrong horse battery staple");
    return { reply, took: performance.now() - startedAt };
  };
  await time("warm@x.example");
  // The fastest of three: other work on the machine only adds to it.
  const fastest = async (email: string) => {
    const all = [await time(email), await time(email), await time(email)];
    return { ...all[0], took: Math.min(...all.map(({ took }) => took)) } as (typeof all)[number];
  };
  const known = await fastest("ada@x.example");
  const unknown = await fastest("nobody@x.example");
  expect(refusal(known.reply)).toEqual(wrong);
  const told = ({ status, body }: typeof known.reply) => [status, { ...body.error, requestId: "" }];
  expect(told(unknown.reply)).toEqual(told(known.reply));
  // Hashing takes some ten milliseconds, everything else one or two.
  expect(unknown.took).toBeGreaterThan(known.took / 4);
});

test("five wrong passwords end the tries of an address for a quarter of an hour, known or not", async () => {
  for (const email of ["ada@x.example", "nobody@x.example"]) {
    for (let count = 0; count < 5; count += 1) {
      expect(refusal(await login(email, "wrong horse battery staple"))).toEqual(wrong);
    }
    const locked = await login(email.toUpperCase());
    expect(refusal(locked)).toEqual([429, "too_many_tries"]);
    expect(Number(locked.headers["retry-after"])).toBeGreaterThan(880);
  }
  await world.db`
    update identity_throttles set since = since - interval '901 seconds',
      expires_at = expires_at - interval '901 seconds'`;
  expect((await login("ada@x.example")).status).toBe(200);
});

test("tries at the same time are counted, too", async () => {
  const tries = Array.from({ length: 12 }, () => login("ada@x.example", "wrong horse battery"));
  const refusals = (await Promise.all(tries)).map((reply) => refusal(reply)[1]);
  expect(refusals.filter((reason) => reason === "credentials_wrong")).toHaveLength(5);
  expect(refusals.filter((reason) => reason === "too_many_tries")).toHaveLength(7);
});

test("the right password forgets the wrong ones", async () => {
  for (let round = 0; round < 2; round += 1) {
    for (let count = 0; count < 4; count += 1) await login("ada@x.example", "wrong horse");
    expect((await login("ada@x.example")).status).toBe(200);
  }
});

test("a disabled account signs in no way, and its tokens are no good", async () => {
  const browser = await world.signedUp("eve@x.example");
  const { body } = await browser.post("token", {});
  const token = String(body.accessToken);
  await world.api("POST", "/v1/auth/sync", { body: { accessToken: token } });
  expect((await world.api("GET", "/v1/auth/me", { token })).status).toBe(200);
  await world.db`update identity_users set status = 'disabled' where email = 'eve@x.example'`;
  expect(refusal(await world.api("GET", "/v1/auth/me", { token }))).toEqual([401, "token_invalid"]);
  expect(refusal(await browser.post("token", {}))).toEqual([401, "signed_out"]);
  expect(refusal(await login("eve@x.example"))).toEqual(wrong);
  const { body: asked } = await world.browser().post("code", { email: "eve@x.example" });
  expect(asked.flow).toEqual(expect.any(String));
  expect(await world.mailedCode("eve@x.example")).toBeNull();
});

test("a code by mail signs in once, in the browser that asked, for ten minutes", async () => {
  const browser = world.browser();
  const { body } = await browser.post("code", { email: "ada@x.example" });
  const code = await world.mailedCode("ada@x.example");
  const give = (flow: unknown, given: unknown) =>
    world.browser().post("verify", { flow, code: given });
  expect(refusal(await give("A".repeat(43), code))).toEqual(wrongCode);
  expect((await give(body.flow, code)).body).toMatchObject({ status: "signed_in" });
  expect(refusal(await give(body.flow, code))).toEqual(wrongCode);

  await world.forget();
  const { body: late } = await browser.post("code", { email: "ada@x.example" });
  await world.db`update identity_codes set expires_at = now() where used_at is null`;
  const lateCode = await world.mailedCode("ada@x.example");
  expect(refusal(await give(late.flow, lateCode))).toEqual(wrongCode);
});

test("five wrong codes end a code, tries at the same time included", async () => {
  const { body } = await world.browser().post("code", { email: "ada@x.example" });
  const code = String(await world.mailedCode("ada@x.example"));
  const bad = code === "000000" ? "000001" : "000000";
  const give = (given: string) => world.browser().post("verify", { flow: body.flow, code: given });
  const replies = await Promise.all(Array.from({ length: 8 }, () => give(bad)));
  for (const reply of replies) expect(refusal(reply)).toEqual(wrongCode);
  expect(refusal(await give(code))).toEqual(wrongCode);
});

test("asking for a code tells nothing of an address, mails it once a minute, and five times an hour", async () => {
  const ask = (email: string) => world.browser().post("code", { email });
  for (const email of ["ada@x.example", "nobody@x.example"]) {
    const first = await ask(email);
    expect(Object.keys(first.body).sort()).toEqual(["expiresAt", "flow"]);
    expect(refusal(await ask(email))).toEqual([429, "too_many_tries"]);
  }
  expect(await world.mailedCode("nobody@x.example")).toBeNull();
  const aMinuteOn = () => world.db`
    delete from identity_throttles where expires_at < now() + interval '2 minutes'`;
  const later: unknown[] = [];
  for (let count = 0; count < 5; count += 1) {
    await aMinuteOn();
    later.push((await ask("ada@x.example")).status);
  }
  expect(later).toEqual([200, 200, 200, 200, 429]);
});

test("asking for a code is as much work for an address of nobody, so that the time does not tell", async () => {
  const woken = async () => {
    const [row] = await world.db<{ count: number }[]>`
      select count(*)::int as count from outbox where name = ${wakes.mails}`;
    return row?.count ?? 0;
  };
  for (const path of ["code", "reset"]) {
    for (const [email, mails] of [
      ["ada@x.example", 1],
      ["nobody@x.example", 0],
    ] as const) {
      await world.forget();
      const before = await woken();
      expect((await world.browser().post(path, { email })).status).toBe(200);
      expect([path, email, (await woken()) - before]).toEqual([path, email, 1]);
      expect(await world.db`select from mails where recipient = ${email}`).toHaveLength(mails);
    }
  }
});

test("signing up with an address that has an account mails that, and no code", async () => {
  const asked = await world
    .browser()
    .post("signup", { email: "Ada@X.example", password: goodPassword });
  expect(Object.keys(asked.body).sort()).toEqual(["expiresAt", "flow"]);
  const mails = await world.db`select kind, recipient from mails`;
  expect(mails).toEqual([{ kind: "identity_account_exists", recipient: "Ada@x.example" }]);
});

test("of two who sign up with an address, the one who reads its mails gets the account, with their own password", async () => {
  const thief = world.browser();
  const owner = world.browser();
  const email = "bob@x.example";
  const theirs = await thief.post("signup", { email, password: "password of the thief" });
  const stolen = await world.mailedCode(email);
  await world.forget();
  const own = await owner.post("signup", { email, password: goodPassword });
  const code = await world.mailedCode(email);
  // The owner reads both mails, and enters either where they have signed up.
  expect(stolen).not.toBe(code);
  const mistaken = await owner.post("verify", { flow: own.body.flow, code: stolen });
  expect(refusal(mistaken)).toEqual(wrongCode);
  expect((await owner.post("verify", { flow: own.body.flow, code })).status).toBe(200);
  expect(refusal(await thief.post("verify", { flow: theirs.body.flow, code: stolen }))).toEqual(
    wrongCode,
  );
  expect(refusal(await login(email, "password of the thief"))).toEqual(wrong);
  expect((await login(email)).status).toBe(200);
});

test("a password is long, and none that anybody would guess", async () => {
  const withPassword = (password: string) =>
    world.browser().post("signup", { email: "cy@x.example", password });
  expect(refusal(await withPassword("fourteen chars"))).toEqual([400, "validation_failed"]);
  expect(refusal(await withPassword("x".repeat(129)))).toEqual([400, "validation_failed"]);
  for (const password of [
    "aaaaaaaaaaaaaaaaaaaa",
    "abcdefabcdefabcdef",
    "парольпарольпароль",
    "passwordpassword1",
    "Password-Monkey-2024!",
    "qwertyuiop-123456",
    "123456789012345",
    "1234 Iloveyou 2026 !",
  ]) {
    expect(refusal(await withPassword(password)), password).toEqual([400, "password_guessable"]);
  }
  const long = await world.browser().post("signup", {
    email: "cy.of.the.long.name@x.example",
    password: "Cy.of.the.long.name@x.example",
  });
  expect(refusal(long)).toEqual([400, "password_guessable"]);
});

test("nothing that is stored signs anybody in: no password, code, token or ticket", async () => {
  const browser = world.browser();
  const { body } = await browser.post("code", { email: "ada@x.example" });
  const code = String(await world.mailedCode("ada@x.example"));
  await browser.post("verify", { flow: body.flow, code });
  const rows = await world.db<{ row: string }[]>`
    select to_jsonb(t)::text as row from identity_codes t
    union all select to_jsonb(t)::text from identity_sessions t
    union all select facts::text from mails t
    union all select to_jsonb(t)::text from identity_users t
    union all select to_jsonb(t)::text from identity_signing_keys t`;
  const text = rows.map(({ row }) => row).join("\n");
  expect(text).toContain("ada@x.example");
  for (const secret of [goodPassword, String(body.flow), String(browser.token), `"${code}"`]) {
    expect(text).not.toContain(secret);
  }
});

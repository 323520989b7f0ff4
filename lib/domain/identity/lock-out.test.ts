import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  createIdentityWorld,
  goodPassword,
  type IdentityWorld,
  refusal,
  type TestBrowser,
} from "@/testing/identity";
import { DEVICE_SECONDS } from "./device";

/** No stranger closes an owner's ways in. */

let world: IdentityWorld;
let owner: TestBrowser;
const email = "ada@x.example";
beforeAll(async () => {
  world = await createIdentityWorld();
  owner = await world.signedUp(email);
});
beforeEach(() => world.forget());
afterAll(() => world.stop());

const lockedOut = [429, "too_many_tries"];
const stranger = (at: number) => world.browser(true, `203.0.113.${at}`);
const logIn = (browser: TestBrowser, password = goodPassword) =>
  browser.post("login", { email, password });
const ask = (browser: TestBrowser) => browser.post("code", { email });
const times = async <T>(count: number, act: (at: number) => Promise<T>): Promise<T[]> => {
  const done: T[] = [];
  while (done.length < count) done.push(await act(done.length));
  return done;
};
/** Time passes for what is counted. */
const wait = (seconds: number) => world.db`
  update identity_throttles set since = since - ${seconds} * interval '1 second',
    expires_at = expires_at - ${seconds} * interval '1 second'`;

/** Uses up all that strangers together have of an account. */
async function attack(): Promise<void> {
  await times(55, (at) => logIn(stranger(at), "wrong horse battery staple"));
  for (let minute = 0; minute < 3; minute += 1) {
    await times(6, (at) => ask(stranger(10 * minute + at)));
    await wait(61);
  }
}

test("strangers who try everything from everywhere leave the owner's browser every way in", async () => {
  await attack();
  expect(refusal(await logIn(stranger(200)))).toEqual(lockedOut);
  expect(refusal(await ask(stranger(200)))).toEqual(lockedOut);
  expect((await owner.post("token", {})).status).toBe(200);
  const asked = await owner.post("step-up/code", {});
  expect(asked.status).toBe(200);
  const stepUp = { flow: asked.body.flow, code: await world.mailedCode(email) };
  expect((await owner.post("step-up", stepUp)).status).toBe(200);
  expect((await logIn(owner)).status).toBe(200);
  const { body } = await ask(owner);
  const code = await world.mailedCode(email);
  expect((await owner.post("verify", { flow: body.flow, code })).status).toBe(200);
  const reset = await owner.post("reset", { email });
  expect(reset.status).toBe(200);
});

test("what the owner's browser tries is not counted against strangers, nor theirs against it", async () => {
  await times(5, () => logIn(owner, "wrong horse battery staple"));
  expect(refusal(await logIn(owner))).toEqual(lockedOut);
  expect((await logIn(world.browser())).status).toBe(200);
  await ask(owner);
  expect((await ask(world.browser())).status).toBe(200);
});

test("a stranger's network is closed alone", async () => {
  await times(5, () => logIn(stranger(1), "wrong horse battery staple"));
  expect(refusal(await logIn(stranger(1)))).toEqual(lockedOut);
  expect((await logIn(stranger(2))).status).toBe(200);
});

test.each([
  ["of one /64 together", (at: number) => `2001:db8:1:2::${at + 1}`, 5],
  ["of one /48 together, four times as many", (at: number) => `2001:db8:1:${at + 1}::1`, 20],
])("addresses of IPv6 are counted %s", async (_, addressOf, most) => {
  const wrong = (at: number) => logIn(world.browser(true, addressOf(at)), "wrong horse");
  const tried = await times(most + 1, wrong);
  expect(tried.map(({ status }) => status)).toEqual([...Array(most).fill(401), 429]);
  expect((await logIn(world.browser(true, "2001:db8:2::1"))).status).toBe(200);
});

test("the wait that is told is the true one, of all that limits a request", async () => {
  const waitOf = async () => Number((await ask(stranger(1))).headers["retry-after"]);
  expect((await ask(stranger(1))).status).toBe(200);
  expect(await waitOf()).toBe(60);
  await times(4, async () => {
    await wait(61);
    expect((await ask(stranger(1))).status).toBe(200);
  });
  const seconds = await waitOf();
  expect(seconds).toBe(3_600);
  await wait(seconds - 5);
  expect(await waitOf()).toBeLessThanOrEqual(5);
  await wait(6);
  expect((await ask(stranger(1))).status).toBe(200);
});

test("what was right gives its try back", async () => {
  await times(12, async () => {
    const browser = stranger(3);
    const { body } = await ask(browser);
    const given = { flow: body.flow, code: await world.mailedCode(email) };
    expect((await browser.post("verify", given)).status).toBe(200);
  });
  await times(60, async () => expect((await logIn(stranger(4))).status).toBe(200));
});

test("the owner's browser is known under the password that it has changed", async () => {
  const password = "another horse battery staple";
  const browser = await world.signedUp("new@x.example");
  await browser.post("password", { password, currentPassword: goodPassword });
  const given = { email: "new@x.example", password: "wrong horse battery staple" };
  await times(55, (at) => stranger(at).post("login", given));
  expect(refusal(await stranger(200).post("login", { ...given, password }))).toEqual(lockedOut);
  expect((await browser.get("me")).status).toBe(200);
  expect((await browser.post("login", { ...given, password })).status).toBe(200);
});

test("a browser is known by its own cookie alone, for its account, its password and 180 days", async () => {
  const { headers } = await logIn(world.browser());
  expect(headers["set-cookie"]).toMatch(/^stipend_session=/);
  const own = owner.device ?? "";
  const other = await world.signedUp("eve@x.example");
  await attack();
  const withDevice = (device: string | null) => {
    const browser = stranger(99);
    browser.device = device;
    return logIn(browser);
  };
  expect((await withDevice(own)).status).toBe(200);
  const [id = "", expires = "", signature = ""] = own.split(".");
  for (const device of [
    null,
    other.device,
    `${id}.${Number(expires) + 1}.${signature}`,
    `${"A".repeat(22)}.${expires}.${signature}`,
    `${id}.${expires}.${"A".repeat(43)}`,
    "x",
  ]) {
    expect(refusal(await withDevice(device))).toEqual(lockedOut);
  }
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + DEVICE_SECONDS * 1_000 });
  try {
    const late = world.browser(true, "203.0.113.98");
    late.device = own;
    expect(refusal(await logIn(late))).toEqual(lockedOut);
  } finally {
    vi.useRealTimers();
  }
  await world.db`update identity_users set password_hash = password_hash || ' ' where email = ${email}`;
  expect(refusal(await withDevice(own))).toEqual(lockedOut);
});

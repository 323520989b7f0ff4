import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { isSignUpClosed } from "@/lib/domain/merchants/sign-up-policy";
import {
  createIdentityWorld,
  goodPassword,
  type IdentityWorld,
  refusal,
  type TestBrowser,
} from "@/testing/identity";

/*
 * An installation that a business runs for itself: no fee is taken, and after the first person it takes no merchant.
 */
let world: IdentityWorld;

beforeAll(async () => {
  world = await createIdentityWorld({
    PLATFORM_FEES: "off",
    ADMIN_BOOTSTRAP_EMAIL: "root@x.example",
  });
});
beforeEach(() => world.forget());
afterAll(() => world.stop());

const closed = [403, "sign_up_closed"];
const signUp = (email: string) => world.browser().post("signup", { email, password: goodPassword });

async function sync(browser: TestBrowser) {
  const { body } = await browser.post("token", {});
  const accessToken = String(body.accessToken);
  const reply = await world.api("POST", "/v1/auth/sync", { body: { accessToken } });
  return { ...reply, accessToken };
}

test("the first person gets the merchant, and of two at once one does", async () => {
  // A seed's merchant belongs to no person.
  const seeded = { id: newId("merchant"), businessName: "Seeded" };
  await world.db`insert into merchants ${world.db(seeded)}`;
  expect(await isSignUpClosed(world.db, world.config)).toBe(false);
  const both = [await world.signedUp("ada@x.example"), await world.signedUp("bob@x.example")];
  const replies = await Promise.all(both.map(sync));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 403]);
  expect(replies.filter(({ status }) => status === 403).map(refusal)).toEqual([closed]);
  expect(await world.db`select from memberships`).toHaveLength(1);
  expect(await world.db`select from users`).toHaveLength(1);
});

test("then no one else signs up, whether the address has an account or not", async () => {
  for (const email of ["eve@x.example", "ada@x.example", "bob@x.example"]) {
    expect(refusal(await signUp(email))).toEqual(closed);
  }
  expect(await world.db`select from mails where kind = 'identity_code'`).toEqual([]);
});

test("who has a merchant still signs in and is synced", async () => {
  const [owner] = await world.db<{ email: string }[]>`
    select u.email from memberships m join users p on p.id = m.user_id
    join identity_users u on u.id = p.subject`;
  const browser = world.browser();
  await browser.post("login", { email: owner?.email, password: goodPassword });
  expect((await sync(browser)).status).toBe(200);
});

test("who is invited as an admin user gets an account, and no merchant", async () => {
  await world.db`
    insert into admin_users (id, email, role) values (${newId("adminUser")}, 'Ops@x.example', 'admin')`;
  const browser = await world.signedUp("ops@x.example");
  expect((await browser.get("me")).body).toMatchObject({ email: "ops@x.example" });
  expect(refusal(await sync(browser))).toEqual(closed);
  await world.db`
    insert into admin_users (id, email, role, status)
    values (${newId("adminUser")}, 'gone@x.example', 'admin', 'suspended')`;
  expect(refusal(await signUp("gone@x.example"))).toEqual(closed);
  // The first admin user is there: the bootstrap address counts no more.
  expect(refusal(await signUp("root@x.example"))).toEqual(closed);
  await world.db`delete from admin_users`;
  expect((await signUp("root@x.example")).status).toBe(200);
});

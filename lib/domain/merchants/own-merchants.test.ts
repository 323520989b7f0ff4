import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import type { IdentityProfile } from "@/lib/adapters/identity/identity-provider";
import { newId } from "@/lib/core/ids";
import { syncUser } from "@/lib/domain/identity/sync-user";
import type { MerchantActor } from "@/lib/domain/platform/context";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import { addUser } from "@/testing/api/persons";
import { registryNode, silentNode, withNode } from "@/testing/api/with-node";
import { liveReasons } from "./live-eligibility";

let target: ApiTarget;
let db: Sql;

beforeAll(async () => {
  target = await openApiTarget();
  db = target.db;
});
afterAll(() => target.close());

const inLive = { "stipend-mode": "live" };
const wallet = (digit: string) => `0x${digit.repeat(40)}`;

function ask(
  bearer: string,
  method: "GET" | "POST" | "PATCH",
  path: string,
  given: { body?: unknown; headers?: Record<string, string> } = {},
) {
  const headers = { authorization: `Bearer ${bearer}`, ...given.headers };
  return target.send({ method, path: `/v1/merchants${path}`, ...given, headers });
}

type Reply = Awaited<ReturnType<typeof ask>>;
const told = ({ status, body }: Reply) => [status, body.error?.details?.reason];
const rowsOf = ({ body }: Reply) => body.data as { id: string; isDefault: boolean }[];

/** Somebody with a merchant that no registry has. */
async function newcomer() {
  const id = newId("merchant");
  await db`insert into merchants ${db({ id, businessName: "New business" })}`;
  return { merchantId: id, ...(await addUser(db, target.issuer, [id])) };
}

const anHourAgo = () => ({ auth_time: Math.floor(Date.now() / 1_000) - 3_600 });

describe("a further business", () => {
  const create = (bearer: string, businessName = "Second Bakery") =>
    ask(bearer, "POST", "", { body: { businessName } });

  test("belongs to who made it, and a request chooses it by its header", async () => {
    const ada = await newcomer();
    const stranger = await newcomer();
    const made = await create(ada.token);
    expect([made.status, made.body.businessName]).toEqual([201, "Second Bakery"]);
    const id = String(made.body.id);
    const listed = await ask(ada.token, "GET", "");
    expect(listed.body).toMatchObject({ object: "list", hasMore: false, url: "/v1/merchants" });
    expect(rowsOf(listed)).toMatchObject([
      { id: ada.merchantId, isDefault: true, role: "owner", status: "active" },
      { id, isDefault: false, role: "owner", businessName: "Second Bakery" },
    ]);
    expect(rowsOf(await ask(stranger.token, "GET", "")).map((one) => one.id)).toEqual([
      stranger.merchantId,
    ]);
    const acting = { headers: { "stipend-merchant": id } };
    expect((await ask(ada.token, "GET", "/me", acting)).body.id).toBe(id);
    expect((await ask(ada.token, "GET", "/me")).body.id).toBe(ada.merchantId);
    expect(told(await ask(stranger.token, "GET", "/me", acting))).toEqual([
      403,
      "membership_required",
    ]);
    const audited = await db`
      select from audit_log where subject_id = ${id} and action = 'merchant.created'`;
    expect(audited.length).toBe(1);
  });

  test("is one of five at most, of several at once, and those that are closed count", async () => {
    const bob = await newcomer();
    await db`update merchants set status = 'closed' where id = ${bob.merchantId}`;
    const replies = await Promise.all(Array.from({ length: 8 }, () => create(bob.token)));
    expect(replies.map(({ status }) => status).sort()).toEqual([
      ...Array(4).fill(201),
      ...Array(4).fill(403),
    ]);
    const refused = replies.find(({ status }) => status === 403);
    expect(refused?.body.error?.details).toEqual({ reason: "too_many_merchants", limit: 5 });
    expect(rowsOf(await ask(bob.token, "GET", "")).length).toBe(5);
  });

  test("is no way around a suspension", async () => {
    const carl = await newcomer();
    const [second] = [await create(carl.token)];
    await db`update merchants set status = 'suspended' where id = ${String(second.body.id)}`;
    expect(told(await create(carl.token))).toEqual([403, "merchant_suspended"]);
  });

  test("has the verified address of its owner, and follows it", async () => {
    const dora = await newcomer();
    const id = String((await create(dora.token)).body.id);
    const others = await newcomer();
    // Of the same millisecond would be two first owners: the one whose id is smaller is it.
    const later = new Date(Date.now() + 1_000);
    const joined = { userId: dora.id, merchantId: others.merchantId, createdAt: later };
    await db`insert into memberships ${db(joined)}`;
    const profile: IdentityProfile = {
      ...{ provider: "test", subject: dora.subject, email: "dora@example.com" },
      ...{ emailVerified: true, secondFactors: [], createdAt: new Date(0), disabled: false },
    };
    const emails = async () => {
      const rows = await db<{ id: string; email: string | null }[]>`
        select id, email from merchants
        where id in ${db([dora.merchantId, id, others.merchantId])}`;
      return new Map(rows.map((row) => [row.id, row.email]));
    };
    await syncUser(
      {
        db,
        chains: target.chains,
        config: { PLATFORM_FEES: "on", SIGN_UP: "open" },
        requestId: "req_test",
      },
      profile,
    );
    const known = await emails();
    expect([known.get(dora.merchantId), known.get(id)]).toEqual([profile.email, profile.email]);
    expect(known.get(others.merchantId)).toBeNull();
  });

  test("has one first owner, also when two became owners in the same millisecond", async () => {
    const [one, two] = [await newcomer(), await newcomer()];
    const id = newId("merchant");
    await db`insert into merchants ${db({ id, businessName: "Of two" })}`;
    const createdAt = new Date(0);
    const joined = [one, two].map((person) => ({ userId: person.id, merchantId: id, createdAt }));
    await db`insert into memberships ${db(joined)}`;
    const [first, second] = [one, two].sort((a, b) => (a.id < b.id ? -1 : 1));
    const emailAfter = async ({ subject = "" }: { subject?: string } = {}) => {
      const profile: IdentityProfile = {
        ...{ provider: "test", subject, email: `${subject}@example.com`, emailVerified: true },
        ...{ secondFactors: [], createdAt: new Date(0), disabled: false },
      };
      await syncUser(
        {
          db,
          chains: target.chains,
          config: { PLATFORM_FEES: "on", SIGN_UP: "open" },
          requestId: "req_test",
        },
        profile,
      );
      const [row] = await db<{ email: string | null }[]>`
        select email from merchants where id = ${id}`;
      return row?.email;
    };
    expect(await emailAfter(second)).toBeNull();
    expect(await emailAfter(first)).toBe(`${first?.subject}@example.com`);
    expect(await emailAfter(second)).toBe(`${first?.subject}@example.com`);
  });
});

test("a payout address that no registry has is mailed of when another one takes its place", async () => {
  const ada = await newcomer();
  await db`update merchants set email = 'ada@x.example' where id = ${ada.merchantId}`;
  const give = (payoutAddress: string) =>
    ask(ada.token, "PATCH", "/me", { body: { payoutAddress }, headers: inLive });
  const mails = async () => {
    const rows = await db<{ facts: object; mode: string }[]>`
      select facts, mode from mails where merchant_id = ${ada.merchantId} order by created_at`;
    return rows.map(({ facts, mode }) => ({ ...facts, mode }));
  };
  await give(wallet("b"));
  await give(wallet("b"));
  expect(await mails()).toEqual([]);
  await give(wallet("c"));
  await give(wallet("d"));
  expect(await mails()).toMatchObject([
    { mode: "live", before: wallet("b"), after: wallet("c"), chainId: null },
    { mode: "live", before: wallet("c"), after: wallet("d") },
  ]);

  const [clock] = await db<{ text: string }[]>`
    select pg_get_functiondef('clock_now'::regproc) as text`;
  if (!clock) throw new Error("the database has a clock");
  const aheadByADay = clock.text.replace(/now\(\)(?![\s\S]*now\(\))/, "now() + interval '1 day'");
  try {
    await db.unsafe(aheadByADay);
    await give(wallet("e"));
  } finally {
    await db.unsafe(clock.text);
  }
  const { at } = (await mails())[2] as unknown as { at: string };
  expect(Date.parse(at)).toBeGreaterThan(Date.now() + 80_000_000);
});

describe("a payout address of test mode", () => {
  const set = (bearer: string, payoutAddress: string) =>
    ask(bearer, "PATCH", "/me", { body: { payoutAddress } });

  test("is given without a fresh authentication, and changed with one alone", async () => {
    const ada = await newcomer();
    const stale = target.issuer.tokenOf(ada.subject, anHourAgo());
    expect((await set(stale, wallet("b"))).status).toBe(200);
    expect((await set(stale, wallet("b"))).status).toBe(200);
    const changed = await set(stale, wallet("c"));
    expect(changed.body.error?.details).toEqual({ reason: "step_up_required", methods: ["test"] });
    const other = await ask(stale, "PATCH", "/me", { body: { businessName: "Other" } });
    expect(other.status).toBe(200);
    expect(told(await set(ada.token, wallet("c")))).toEqual([403, "registration_pending"]);
  });

  test("of a registered merchant is changed after a fresh authentication alone", async () => {
    const { id } = await target.addMerchant();
    const { subject, token } = await addUser(db, target.issuer, [id]);
    const stale = target.issuer.tokenOf(subject, anHourAgo());
    const headers = { "idempotency-key": newId("request") };
    const send = (bearer: string) =>
      ask(bearer, "PATCH", "/me", { body: { payoutAddress: wallet("b") }, headers });
    expect(told(await send(stale))).toEqual([403, "step_up_required"]);
    // The refusal is not kept: the same request goes through once they have authenticated.
    expect((await send(token)).body).toMatchObject({
      payoutRotation: { status: "awaiting_wallet" },
    });
    // The node says ones and fives: what is stored is out of date.
    await withNode(await registryNode(), async () => {
      expect(told(await set(stale, wallet("2")))).toEqual([403, "step_up_required"]);
      const back = await set(token, wallet("2"));
      expect(back.body).toMatchObject({
        payoutRotation: { instructions: { from: expect.stringMatching(/^0x1{40}$/) } },
      });
      expect((await set(token, wallet("5"))).body.payoutRotation).toBeNull();
    });
  });

  test("whose registration has failed is registered again when it is given again", async () => {
    const ada = await newcomer();
    await set(ada.token, wallet("b"));
    const calls = () => db`select from operator_calls where merchant_id = ${ada.merchantId}`;
    await db`
      update operator_calls set state = 'refused', failure = 'reverted', closed_at = now()
      where merchant_id = ${ada.merchantId}`;
    const status = await ask(ada.token, "GET", "/me/chain-status");
    expect(status.body).toMatchObject({ status: "unregistered", failure: "reverted" });
    await set(ada.token, wallet("b"));
    expect((await calls()).length).toBe(2);
    await set(ada.token, wallet("b"));
    expect((await calls()).length).toBe(2);
  });

  test("is no live one: that is not registered before its wallet has signed", async () => {
    const ada = await newcomer();
    const body = { payoutAddress: wallet("d") };
    const reply = await ask(ada.token, "PATCH", "/me", { body, headers: inLive });
    expect([reply.status, reply.body.payoutRotation]).toEqual([200, null]);
    const [row] = await db`
      select payout_address, test_payout_address from merchants where id = ${ada.merchantId}`;
    expect(row).toEqual({ payoutAddress: wallet("d"), testPayoutAddress: null });
    expect(await db`select from operator_calls where merchant_id = ${ada.merchantId}`).toEqual([]);
  });
});

describe("going live", () => {
  const business = {
    businessName: "Aurora Coffee",
    businessSector: "Food",
    countryCode: "ES",
    payoutAddress: wallet("d"),
  };

  test("is told about at onboarding: what is left, and the wallet's signature last", async () => {
    const ada = await newcomer();
    const reply = await ask(ada.token, "POST", "/me/onboard", { body: business });
    expect(reply.body).toMatchObject({ object: "merchant", businessName: "Aurora Coffee" });
    const left = reply.body.registration as { status: string; prerequisites: { code: string }[] };
    expect(left.status).toBe("unregistered");
    const codes = left.prerequisites.map(({ code }) => code);
    expect(codes).toEqual(["email_unverified", "two_factor_disabled", "wallet_proof_missing"]);
    const status = await ask(ada.token, "GET", "/me/chain-status", { headers: inLive });
    expect((status.body.prerequisites as { code: string }[]).map(({ code }) => code)).toEqual(
      codes,
    );
    const { id } = await target.addMerchant();
    const { token } = await addUser(db, target.issuer, [id]);
    const registered = await ask(token, "POST", "/me/onboard", { body: business });
    expect(registered.body.registration).toEqual({ status: "registered", prerequisites: [] });
  });

  test("takes wallets that can be paid, and a person who has authenticated just now", async () => {
    const ada = await newcomer();
    const lost = { ...business, payoutAddress: wallet("0") };
    const reply = await ask(ada.token, "POST", "/me/onboard", { body: lost });
    expect(told(reply)).toEqual([400, "payout_not_allowed"]);
    const stale = target.issuer.tokenOf(ada.subject, anHourAgo());
    const signature = `0x${"1b".repeat(65)}`;
    for (const [path, body] of [
      ["/me/onboard", business],
      ["/me/wallet-proof", { nonce: "9f".repeat(16), payoutSignature: signature }],
      ["/me/ownership-transfer", { newOwner: wallet("b") }],
    ] as const) {
      const refused = await ask(stale, "POST", path, { body, headers: inLive });
      expect(told(refused)).toEqual([403, "step_up_required"]);
    }
    await db`update merchants set status = 'closed' where id = ${ada.merchantId}`;
    const closed = await ask(ada.token, "POST", "/me/onboard", { body: business });
    expect(told(closed)).toEqual([403, "merchant_closed"]);
  });

  test("takes one person who has both a verified address and a second factor", async () => {
    const ada = await newcomer();
    const bob = await addUser(db, target.issuer, [ada.merchantId]);
    const identityOf = async ({ subject }: { subject: string }): Promise<IdentityProfile> => ({
      ...{ provider: "test", subject, email: "a@example.com", createdAt: new Date(0) },
      emailVerified: subject === ada.subject,
      secondFactors: subject === bob.subject ? ["totp"] : [],
      disabled: false,
    });
    const codes = async (actor: object) => {
      const as = { merchantId: ada.merchantId, mode: "live", ...actor } as MerchantActor;
      const reasons = await liveReasons({ db, identityOf, actor: as });
      return reasons.map(({ code }) => code).filter((code) => code !== "onboarding_incomplete");
    };
    expect(await codes({ kind: "key" })).toEqual(["two_factor_disabled"]);
    expect(await codes({ kind: "session", userId: ada.id })).toEqual(["two_factor_disabled"]);
    expect(await codes({ kind: "session", userId: bob.id })).toEqual(["email_unverified"]);
  });
});

describe("what is kept of a merchant", () => {
  let ada: ApiMerchant;
  beforeAll(async () => {
    ada = await target.addMerchant();
  });

  test("is no more than fits, metadata of before included", async () => {
    const keys = (from: number) =>
      Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${from + at}`, "x"]));
    await ask(ada.session, "PATCH", "/me", { body: { metadata: keys(0) } });
    const reply = await ask(ada.session, "PATCH", "/me", { body: { metadata: keys(30) } });
    expect([reply.body.error?.param, ...told(reply)]).toEqual([
      "metadata",
      400,
      "metadata_too_large",
    ]);
    expect(Object.keys((await ask(ada.session, "GET", "/me")).body.metadata as object).length).toBe(
      30,
    );
  });

  test("of a balance is what its present payout address held, and never an older block", async () => {
    const live = await ask(ada.session, "GET", "/me/balance");
    const known = async () => {
      const reply = await withNode(silentNode, () => ask(ada.session, "GET", "/me/balance"));
      return (reply.body.balances as { amount: string | null }[]).map(({ amount }) => amount);
    };
    await db`
      update merchant_balances set amount = 7, block_number = block_number + 1000
      where merchant_id = ${ada.id}`;
    await ask(ada.session, "GET", "/me/balance");
    expect(await known()).toEqual(["7", "7"]);
    await db`
      update merchant_registrations set payout = ${wallet("9")}
      where merchant_id = ${ada.id} and mode = 'test'`;
    expect(await known()).toEqual([null, null]);
    const moved = await ask(ada.session, "GET", "/me/balance");
    expect([moved.body.address, moved.body.stale]).toEqual([
      expect.stringMatching(/^0x9{40}$/),
      false,
    ]);
    expect(live.body.address).not.toBe(moved.body.address);
    const before = await newcomer();
    const none = await ask(before.token, "GET", "/me/balance");
    expect(none.body).toMatchObject({ address: null, stale: false, blockNumber: null });
    await db`update merchants set payout_address = ${wallet("d")} where id = ${before.merchantId}`;
    const test = await ask(before.token, "GET", "/me/balance");
    const inLiveMode = await ask(before.token, "GET", "/me/balance", { headers: inLive });
    expect([test.body.address, String(inLiveMode.body.address).toLowerCase()]).toEqual([
      null,
      wallet("d"),
    ]);
  });
});

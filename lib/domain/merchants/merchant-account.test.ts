import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Sql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { runtime } from "@/lib/server/runtime";
import { type ApiMerchant, type ApiTarget, openApiTarget } from "@/testing/api/api-target";
import { addUser } from "@/testing/api/persons";
import { deadNode, registryNode, silentNode, withNode } from "@/testing/api/with-node";
import { readLogo } from "./read-hosted-merchant";
import { readOnboarding } from "./read-onboarding";

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
  return target.send({ method, path: `/v1/merchants/me${path}`, ...given, headers });
}

/** Somebody with a merchant that no registry has. */
async function newcomer(): Promise<Pick<ApiMerchant, "id" | "session"> & { subject: string }> {
  const id = newId("merchant");
  await db`insert into merchants ${db({ id, businessName: "New business" })}`;
  const { token, subject } = await addUser(db, target.issuer, [id]);
  return { id, session: token, subject };
}

const callsOf = (id: string) => db<{ kind: string; mode: string; feeBps: number }[]>`
  select kind, mode, fee_bps from operator_calls where merchant_id = ${id} order by number`;

describe("a merchant that is new", () => {
  test("has not told about itself, and is asked for what is not known of it", async () => {
    const { id } = await newcomer();
    const known = { businessName: "", websiteUrl: "", countryCode: "", defaultCurrency: "USDC" };
    expect(await readOnboarding(db, id)).toEqual({ id, isDone: false, known });
    expect(await readLogo(db, id)).toBeNull();
  });

  test("is registered once it says where test payments go, and no sooner, and once", async () => {
    const { id, session } = await newcomer();
    const before = await ask(session, "GET", "/chain-status");
    expect(before.body).toMatchObject({
      status: "unregistered",
      prerequisites: [{ code: "payout_address_missing" }],
    });
    const body = { payoutAddress: wallet("b") };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => ask(session, "PATCH", "", { body })),
    );
    for (const { status, body: answer } of answers) {
      expect([status, answer.payoutRotation]).toEqual([200, null]);
    }
    expect(await callsOf(id)).toEqual([{ kind: "register", mode: "test", feeBps: 100 }]);
    expect((await ask(session, "GET", "/chain-status")).body).toMatchObject({
      status: "registering",
      prerequisites: [],
    });
    const other = await ask(session, "PATCH", "", { body: { payoutAddress: wallet("c") } });
    expect(other.body.error?.details?.reason).toBe("registration_pending");
    const live = await ask(session, "GET", "/chain-status", { headers: inLive });
    expect(live.body).toMatchObject({ mode: "live", status: "unregistered" });
    const audited =
      await db`select from audit_log where subject_id = ${id} and action = 'merchant.update'`;
    expect(audited.length).toBeGreaterThan(0);
  });

  test("pays no fee, chooses no tier and has no sibling in an installation without fees", async () => {
    const current = runtime();
    const { id, session } = await newcomer();
    globalThis.stipendRuntime = { ...current, config: { ...current.config, PLATFORM_FEES: "off" } };
    try {
      await ask(session, "PATCH", "", { body: { payoutAddress: wallet("b") } });
      expect(await callsOf(id)).toEqual([{ kind: "register", mode: "test", feeBps: 0 }]);
      const tier = await ask(session, "POST", "/tier", { body: { tier: "growth" } });
      expect([tier.status, tier.body.error?.details?.reason]).toEqual([403, "fees_off"]);
      const further = await target.send({
        method: "POST",
        path: "/v1/merchants",
        body: { businessName: "Another" },
        headers: { authorization: `Bearer ${session}` },
      });
      expect([
        further.status,
        further.body.error?.code,
        further.body.error?.details?.reason,
      ]).toEqual([403, "permission_denied", "sign_up_closed"]);
    } finally {
      globalThis.stipendRuntime = current;
    }
  });

  test("that chooses a tier while it is being registered gets that tier's fee", async () => {
    const { id, session } = await newcomer();
    await ask(session, "PATCH", "", { body: { payoutAddress: wallet("b") } });
    const choose = (tier: string) => ask(session, "POST", "/tier", { body: { tier } });
    expect((await choose("growth")).body.tier).toBe("growth");
    const wanted = [
      { kind: "register", mode: "test", feeBps: 100 },
      { kind: "set_fee", mode: "test", feeBps: 70 },
    ];
    expect(await callsOf(id)).toEqual(wanted);
    // What was never registered is registered with the fee of its tier the next time, and an open call changes it no more.
    await db`
      update operator_calls set state = 'failed', closed_at = now()
      where merchant_id = ${id} and kind = 'register'`;
    expect((await choose("free")).body.tier).toBe("free");
    const open = [...wanted, { kind: "set_fee", mode: "test", feeBps: 100 }];
    expect(await callsOf(id)).toEqual(open);
    await db`
      update operator_calls set state = 'refused', closed_at = now(), next_check_at = null
      where merchant_id = ${id} and kind = 'set_fee'`;
    expect((await choose("growth")).body.tier).toBe("growth");
    expect(await callsOf(id)).toEqual(open);
  });

  test("that is suspended is registered as suspended", async () => {
    const { id, session } = await newcomer();
    await db`update merchants set status = 'suspended' where id = ${id}`;
    await ask(session, "PATCH", "", { body: { payoutAddress: wallet("b") } });
    expect((await callsOf(id)).map(({ kind }) => kind)).toEqual(["register", "suspend"]);
  });

  test("cannot take a payment before, and is told so", async () => {
    const { session } = await newcomer();
    const reply = await target.send({
      method: "POST",
      path: "/v1/payment-sessions",
      headers: { authorization: `Bearer ${session}` },
      body: { amount: "5000000", currency: "USDC" },
    });
    expect(reply.body.error?.details).toMatchObject({
      reason: "merchant_not_registered",
      prerequisites: [{ code: "not_registered", action: { href: "/dashboard/settings/onchain" } }],
    });
  });

  test("cannot have money sent where it is lost, or to whom a list names", async () => {
    const { id, session } = await newcomer();
    const chains = await runtime().chains();
    const lostIn = (mode: "test" | "live") => {
      const { contracts, tokens, treasury } =
        chains.deployments.find((one) => one.mode === mode) ?? {};
      const own = [contracts?.registry, contracts?.processor, Object.values(tokens ?? {})[0]];
      return [wallet("0"), treasury, ...own.map((one) => one?.address)];
    };
    const refused = [400, "payoutAddress", "payout_not_allowed"];
    const told = ({ status, body: { error } }: Awaited<ReturnType<typeof ask>>) => [
      ...[status, error?.param, error?.details?.reason],
    ];
    for (const payoutAddress of lostIn("test")) {
      expect(told(await ask(session, "PATCH", "", { body: { payoutAddress } }))).toEqual(refused);
    }
    const business = { businessName: "Aurora Coffee", businessSector: "Food", countryCode: "ES" };
    for (const payoutAddress of lostIn("live")) {
      const changed = { body: { payoutAddress }, headers: inLive };
      expect(told(await ask(session, "PATCH", "", changed))).toEqual(refused);
      const body = { ...business, payoutAddress };
      expect(told(await ask(session, "POST", "/onboard", { body }))).toEqual(refused);
    }
    expect(await callsOf(id)).toEqual([]);
  });

  test("is onboarded once, of several at once, and keeps its payout addresses apart", async () => {
    const { id, session } = await newcomer();
    await ask(session, "PATCH", "", { body: { payoutAddress: wallet("b") } });
    const body = {
      businessName: "Aurora Coffee",
      businessSector: "Food",
      countryCode: "ES",
      payoutAddress: wallet("d"),
      phone: "+34 600 000 000",
    };
    for (const [countryCode, reason] of [
      ["es", "validation_failed"],
      ["XX", "country_not_served"],
    ]) {
      const wrong = await ask(session, "POST", "/onboard", { body: { ...body, countryCode } });
      expect(wrong).toMatchObject({
        status: 400,
        body: { error: { param: "countryCode", details: { reason } } },
      });
    }
    const nowhere = await ask(session, "PATCH", "", { body: { countryCode: "xx" } });
    expect([nowhere.status, nowhere.body.error?.details?.reason]).toEqual([
      400,
      "country_not_served",
    ]);
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => ask(session, "POST", "/onboard", { body })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 403, 403, 403]);
    const refused = replies.find(({ status }) => status === 403);
    expect(refused?.body.error?.details?.reason).toBe("already_onboarded");
    const [row] = await db`
      select phone, payout_address, test_payout_address from merchants where id = ${id}`;
    expect(row).toEqual({
      phone: body.phone,
      payoutAddress: wallet("d"),
      testPayoutAddress: wallet("b"),
    });
    const shown = await Promise.all([
      ask(session, "GET", ""),
      ask(session, "GET", "", { headers: inLive }),
    ]);
    expect(shown.map((reply) => String(reply.body.payoutAddress).toLowerCase())).toEqual([
      wallet("b"),
      wallet("d"),
    ]);
    const eligible = await ask(session, "GET", "/live-mode-eligibility");
    expect(eligible.body).toMatchObject({ checks: { onboardingComplete: true } });
  });
});

describe("a merchant that is registered", () => {
  let ada: ApiMerchant;
  beforeAll(async () => {
    ada = await target.addMerchant();
  });

  test("changes its payout by its owner's wallet, and the stored one stays until then", async () => {
    const before = (await ask(ada.session, "GET", "")).body.payoutAddress;
    const reply = await ask(ada.session, "PATCH", "", { body: { payoutAddress: wallet("e") } });
    expect(reply.body).toMatchObject({
      payoutAddress: before,
      payoutRotation: { status: "awaiting_wallet", instructions: { value: "0" } },
    });
    const { data } = (reply.body.payoutRotation as { instructions: { data: string } }).instructions;
    expect(data).toContain("e".repeat(40));
    const [row] = await db<{ payout: string }[]>`
      select payout from merchant_registrations where merchant_id = ${ada.id} and mode = 'test'`;
    expect(String(before).toLowerCase()).toBe(row?.payout);
    const same = await ask(ada.session, "PATCH", "", { body: { payoutAddress: before } });
    expect(same.body.payoutRotation).toBeNull();
    await db`
      update merchant_registrations set payout = ${wallet("e")} where merchant_id = ${ada.id} and mode = 'test'`;
    const back = await ask(ada.session, "PATCH", "", { body: { payoutAddress: before } });
    expect(back.body.payoutRotation).toMatchObject({ status: "awaiting_wallet" });
    await db`
      update merchant_registrations set payout = ${row?.payout ?? null}
      where merchant_id = ${ada.id} and mode = 'test'`;
    expect((await ask(ada.session, "GET", "")).body.payoutAddress).toBe(before);
  });

  test("merges metadata and preferences, and what is left out stays", async () => {
    await ask(ada.session, "PATCH", "", { body: { metadata: { a: 1, b: 2 } } });
    const reply = await ask(ada.session, "PATCH", "", {
      body: { metadata: { a: null, c: 3 }, emailPrefs: { paymentReceived: false } },
    });
    expect(reply.body).toMatchObject({
      businessName: expect.any(String),
      metadata: { b: 2, c: 3 },
      emailPrefs: { paymentReceived: false, subscriptionCharged: true },
    });
  });

  test("has its fee follow its tier in each registry, and not for the tier it has", async () => {
    for (const tier of ["growth", "growth"]) {
      const reply = await ask(ada.session, "POST", "/tier", { body: { tier } });
      expect([reply.status, reply.body.tier]).toEqual([201, "growth"]);
    }
    const fees = (await callsOf(ada.id)).filter(({ kind }) => kind === "set_fee");
    expect(fees.map(({ mode, feeBps }) => [mode, feeBps]).sort()).toEqual([
      ["live", 70],
      ["test", 70],
    ]);
  });

  test("chooses any tier at any time, while the fee falls on-chain once in 30 days at most", async () => {
    const loweredBefore = (days: number) =>
      db`update merchants set fee_lowered_at = clock_now() - make_interval(days => ${days})
        where id = ${ada.id}`;
    const choose = async (tier: string) => {
      const { status, body } = await ask(ada.session, "POST", "/tier", { body: { tier } });
      expect([status, body.tier]).toEqual([201, tier]);
    };
    /** Days until its waiting calls may be made, with their fee; of the newest first. */
    const waiting = async () => {
      const calls = await db<{ feeBps: number; days: number }[]>`
        select fee_bps, round(extract(epoch from coalesce(not_before, clock_now()) - clock_now())
          / 86400)::int as days
        from operator_calls
        where merchant_id = ${ada.id} and mode = 'test' and kind = 'set_fee' and state = 'queued'
        order by number desc`;
      return calls.map(({ feeBps, days }) => [feeBps, days]);
    };
    const onchain = async () => {
      const { body } = await withNode(silentNode, () => ask(ada.session, "GET", "/onchain-state"));
      const { feeBps, nextFeeBps, feeEffectiveAt } = body;
      const ahead = feeEffectiveAt && Date.parse(String(feeEffectiveAt)) - Date.now();
      return [feeBps, nextFeeBps, ahead && Math.round(Number(ahead) / 86_400_000)];
    };
    /** All calls are made, and the registries have the fee. */
    const settled = async (feeBps: number) => {
      await db`update operator_calls set state = 'done', closed_at = now(), next_check_at = null
        where merchant_id = ${ada.id} and kind = 'set_fee' and closed_at is null`;
      await db`update merchant_registrations set fee_bps = ${feeBps} where merchant_id = ${ada.id}`;
    };
    await settled(70);
    await loweredBefore(10);
    await choose("enterprise");
    expect(await waiting()).toEqual([[30, 20]]);
    expect(await onchain()).toEqual([70, 30, 20]);
    // Not two falls either, by way of a tier between them.
    await choose("business");
    expect(await waiting()).toEqual([[50, 20]]);
    expect(await onchain()).toEqual([70, 50, 20]);
    await choose("free");
    expect(await waiting()).toEqual([[100, 0]]);
    expect(await onchain()).toEqual([70, 100, null]);
    // The raise was not sent, and is not: no fall either.
    await choose("growth");
    expect(await waiting()).toEqual([[70, 0]]);
    expect(await onchain()).toEqual([70, null, null]);
    const kept = await db`select from operator_calls
      where merchant_id = ${ada.id} and fee_bps = 100 and state <> 'refused' and kind = 'set_fee'`;
    expect(kept).toEqual([]);
    await settled(70);
    await loweredBefore(31);
    await choose("business");
    expect(await waiting()).toEqual([[50, 0]]);
    await choose("enterprise");
    expect(await waiting()).toEqual([
      [30, 30],
      [50, 0],
    ]);
    await choose("free");
    await settled(100);
  });

  test("takes a raise back at once while it is not in force, though not without end", async () => {
    const { id, session } = await target.addMerchant();
    const choose = async (tier: string) => {
      expect((await ask(session, "POST", "/tier", { body: { tier } })).status).toBe(201);
      const [call] = await db<{ id: string; feeBps: number; waits: boolean }[]>`
        select id, fee_bps, coalesce(not_before > clock_now(), false) as waits from operator_calls
        where merchant_id = ${id} and mode = 'test' and kind = 'set_fee' and state = 'queued'
        order by number desc limit 1`;
      return call;
    };
    const [slot] = await db<{ id: string }[]>`
      insert into relay_batches ${db({
        ...{ id: newId("relayBatch"), chainId: 31_337, wallet: wallet("d"), nonce: 90_001 },
        ...{ kind: "operator_call", state: "consumed", callTo: wallet("e"), gasLimit: 1 },
      })} returning id`;
    /** Its transaction is mined; a raise is announced for a day later. */
    const made = async (call: { id: string; feeBps: number } | undefined) => {
      await db`
        update operator_calls set state = 'done', closed_at = now(), next_check_at = null,
          batch_id = ${slot?.id ?? null}
        where merchant_id = ${id} and kind = 'set_fee' and state = 'queued'`;
      const feeBps = call?.feeBps ?? 0;
      await db`
        update merchant_registrations set fee_bps = least(fee_bps, ${feeBps}::int),
          next_fee_bps = case when ${feeBps}::int > fee_bps then ${feeBps}::int end,
          next_fee_at = case when ${feeBps}::int > fee_bps then now() + interval '1 day' end
        where merchant_id = ${id}`;
    };
    await made(await choose("growth"));
    // The fee has just fallen: the next fall waits for 30 days.
    expect(await choose("business")).toMatchObject({ feeBps: 50, waits: true });
    for (let time = 0; time < 3; time += 1) {
      const raise = await choose("free");
      expect(raise).toMatchObject({ feeBps: 100, waits: false });
      await made(raise);
      const back = await choose("growth");
      expect(back).toMatchObject({ feeBps: 70, waits: time === 2 });
      if (time < 2) await made(back);
    }
    // Announced and in force by now: less is a fall.
    await db`
      update merchant_registrations set next_fee_at = now() - interval '1 second'
      where merchant_id = ${id}`;
    expect(await choose("business")).toMatchObject({ feeBps: 50, waits: true });
  });

  test("has a few calls on their way at the most, however often it is changed before one is made", async () => {
    const { id, session } = await target.addMerchant();
    const choose = async (tier: string) =>
      expect((await ask(session, "POST", "/tier", { body: { tier } })).status).toBe(201);
    await choose("growth");
    // Signed, so that it is not taken back; the registry still has the fee of before.
    await db`
      update operator_calls set rounds = 1 where merchant_id = ${id} and kind = 'set_fee'`;
    for (let time = 0; time < 20; time += 1) {
      await choose("free");
      await choose("growth");
    }
    const [calls] = await db<{ now: number }[]>`
      select count(*)::int as now from operator_calls
      where merchant_id = ${id} and mode = 'test' and kind = 'set_fee' and state = 'queued'
        and fee_bps = 70 and coalesce(not_before, now()) <= now()`;
    expect(calls?.now).toBeLessThanOrEqual(7);
  });

  test("does not choose a tier that is chosen by contact", async () => {
    const current = runtime();
    const config = { ...current.config, SELF_SERVICE_TIERS: ["free" as const] };
    globalThis.stipendRuntime = { ...current, config };
    const reply = await ask(ada.session, "POST", "/tier", { body: { tier: "enterprise" } });
    globalThis.stipendRuntime = current;
    expect(reply.body.error?.details?.reason).toBe("tier_by_contact");
    const [row] = await db`select tier from merchants where id = ${ada.id}`;
    expect(row?.tier).not.toBe("enterprise");
  });

  test("needs a fresh authentication to say where live payments go", async () => {
    const { subject } = await newcomer();
    const anHourAgo = Math.floor(Date.now() / 1_000) - 3_600;
    const session = target.issuer.tokenOf(subject, { auth_time: anHourAgo });
    const reply = await ask(session, "PATCH", "", {
      body: { payoutAddress: wallet("b") },
      headers: inLive,
    });
    expect(reply.body.error?.details?.reason).toBe("step_up_required");
  });

  test("sees its record in the registry, and the last final one while no node answers", async () => {
    const live = await withNode(await registryNode(), () =>
      ask(ada.session, "GET", "/onchain-state"),
    );
    expect(live.body).toMatchObject({
      stale: false,
      prerequisites: [],
      record: {
        payoutAddress: wallet("5"),
        pendingOwner: wallet("7"),
        feeBps: 90,
        status: "suspended",
        settleUntil: "2027-01-15T08:00:00.000Z",
      },
    });
    for (const [hours, feeBps, announced, node] of [
      [1, 100, { feeBps: 200 }, silentNode],
      [-1, 200, null, deadNode],
    ] as const) {
      await db`
        update merchant_registrations set next_fee_bps = 200,
          next_fee_at = clock_now() + make_interval(hours => ${hours})
        where merchant_id = ${ada.id} and mode = 'test'`;
      const stale = await withNode(node, () => ask(ada.session, "GET", "/onchain-state"));
      expect(stale.body).toMatchObject({
        stale: true,
        record: { payoutAddress: wallet("2"), feeBps },
      });
      expect(stale.body.record).toMatchObject({
        announcedFee: announced && { ...announced, effectiveAt: expect.any(String) },
      });
    }
    await db`
      update merchant_registrations set next_fee_bps = null, next_fee_at = null
      where merchant_id = ${ada.id}`;
    const { session } = await newcomer();
    expect((await ask(session, "GET", "/onchain-state")).body).toMatchObject({
      chainMerchantId: null,
      record: null,
      stale: false,
      prerequisites: [{ code: "payout_address_missing" }],
    });
  });

  test("sees what its payout address holds, and what was known last while no node answers", async () => {
    const live = await ask(ada.session, "GET", "/balance");
    expect(live.body).toMatchObject({ stale: false, balances: [{ amount: "0" }, { amount: "0" }] });
    const stale = await withNode(silentNode, () => ask(ada.session, "GET", "/balance"));
    expect(stale.body).toMatchObject({
      stale: true,
      blockNumber: live.body.blockNumber,
      balances: [{ amount: "0" }, { amount: "0" }],
    });
  });
});

test("a closed merchant's account does not change any more", async () => {
  const { id, session } = await newcomer();
  await db`update merchants set status = 'closed' where id = ${id}`;
  for (const [method, path, body] of [
    ["PATCH", "", { businessName: "Other" }],
    ["POST", "/tier", { tier: "growth" }],
  ] as const) {
    const reply = await ask(session, method, path, { body });
    expect([reply.status, reply.body.error?.details?.reason]).toEqual([403, "merchant_closed"]);
  }
});

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "@/lib/core/ids";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import { readLastRegistration } from "@/lib/domain/wallets/operator-calls/read-last-registration";
import { recordingDb } from "@/testing/explain";
import { callRow, finishCalls, want } from "@/testing/operator-calls";
import { type ProbedWorld, probe } from "@/testing/probed";
import { index } from "@/testing/relay";
import { createWorld, type World } from "@/testing/world";
import { familiesOf } from "./families-of";
import { readFailedRegistrations } from "./read-failed-registrations";
import { readinessOf } from "./readiness";

let world: World;
let probed: ProbedWorld;

beforeAll(async () => {
  world = await createWorld({ env: { RELAY_BATCH_WAIT_MS: "0" } });
  probed = probe(world);
  await index(world);
}, 120_000);
afterAll(async () => {
  await probed?.end();
  await world?.stop();
});
afterEach(() => world.db`delete from operator_calls`);

const ctx = () => world.systemContext();
const wantFee = (feeBps: number) =>
  want(world, {
    kind: "set_fee",
    deployment: world.deployment(),
    merchantId: world.merchant.id,
    feeBps,
  });
const age = (minutes: number) => world.db`
  update operator_calls set created_at = now() - ${minutes} * interval '1 minute'`;
const operatorOf = async (config = {}) => (await probed.look({ config })).checks.operator;

test("a call that hangs for ten minutes is told of, with what it waits for", async () => {
  await wantFee(5);
  await age(9);
  expect(await operatorOf()).toMatchObject({ status: "ok" });
  await age(11);
  await world.db`update operator_calls set failure = 'not_operator'`;
  expect(await operatorOf()).toMatchObject({
    status: "warn",
    detail: "operators' calls hang: 1, the oldest for 11 min (set_fee, not_operator)",
  });
});

const address = "11".repeat(20);

describe("a registration that has ended without effect", () => {
  let id = "";
  const register = (feeBps: number) =>
    want(world, {
      kind: "register",
      deployment: world.deployment(),
      merchantId: id,
      owner: world.merchant.owner.address,
      payout: world.merchant.payout,
      feeBps,
    });
  beforeEach(async () => {
    id = newId("merchant");
    await world.db`insert into merchants (id, business_name) values (${id}, 'Aurora Coffee')`;
    await register(301);
    await finishCalls(world, ctx());
  });
  const failed = async () => {
    const found = await familiesOf(probed.sources(), readinessOf(probed.sources()))();
    return found.find(({ name }) => name === "stipend_registrations_failed")?.samples;
  };
  const none = [{ labels: { chain: "31337" }, value: 0 }];

  test("is told of until the merchant is registered", async () => {
    expect(await operatorOf()).toMatchObject({
      status: "warn",
      detail: `registrations have ended without effect: 1, the last of ${id} in test mode (fee_too_high)`,
    });
    expect(await failed()).toEqual([{ labels: { chain: "31337" }, value: 1 }]);
    await register(70);
    expect(await operatorOf()).toMatchObject({ status: "ok" });
    await finishCalls(world, ctx());
    await world.db`delete from operator_calls where fee_bps = 70`;
    expect(await operatorOf()).toMatchObject({ status: "ok" });
    expect(await failed()).toEqual(none);
  });

  test("is told of for a week, unless it was taken back or the merchant is closed", async () => {
    const quiet = async (change: () => Promise<unknown>, back: () => Promise<unknown>) => {
      await change();
      expect(await operatorOf()).toMatchObject({ status: "ok" });
      await back();
      expect(await operatorOf()).toMatchObject({ status: "warn" });
    };
    const { db } = world;
    const closed = (hours: number) => () =>
      db`
      update operator_calls set closed_at = clock_now() - ${hours} * interval '1 hour'`;
    await quiet(closed(169), closed(167));
    const because = (failure: string) => () => db`update operator_calls set failure = ${failure}`;
    await quiet(because("withdrawn"), because("reverted"));
    const status = (of: string) => () => db`update merchants set status = ${of} where id = ${id}`;
    await quiet(status("closed"), status("active"));
  });
});

test("registrations that failed, and a merchant's last one, are found by an index among 30,000 calls", async () => {
  const { id: deploymentId, chain } = world.deployment();
  await world.db`
    insert into operator_calls (id, kind, chain_id, deployment_id, mode, merchant_id, owner, payout, fee_bps,
      requested_by, state, failure, created_at, closed_at)
    select 'opc_' || lpad(n::text, 24, '0'), case n % 10 when 0 then 'register' else 'set_fee' end,
      ${chain.id}, ${deploymentId}, 'test', ${world.merchant.id}, decode(${address}, 'hex'),
      decode(${address}, 'hex'), 50, 'usr_test', case n % 100 when 0 then 'failed' else 'done' end, null,
      now() - n * interval '1 minute', now() - n * interval '1 minute'
    from generate_series(1, 30000) n`;
  await world.db`analyze operator_calls`;
  const recording = recordingDb(world.database.url, { max: 1 });
  try {
    const plans = await recording.during(async () => {
      await readFailedRegistrations(recording.db);
      await readLastRegistration(recording.db, {
        deployment: world.deployment(),
        merchantId: world.merchant.id,
      });
    });
    const ofCalls = plans.filter(({ text }) => text.includes("operator_calls"));
    expect(ofCalls).toHaveLength(2);
    for (const { scanned, buffers } of ofCalls) {
      expect(scanned).not.toContain("operator_calls");
      expect(buffers).toBeLessThan(1_000);
    }
    expect(ofCalls.flatMap(({ indexes }) => indexes)).toEqual(
      expect.arrayContaining([
        "operator_calls_registrations",
        "operator_calls_failed_registrations",
      ]),
    );
  } finally {
    await recording.db.end();
  }
});

test("the operator's wallet is told of when it runs out of gas money, where there is one", async () => {
  const { address } = world.chain.operator;
  expect((await operatorOf())?.detail).toContain(`wallet ${address.toLowerCase()} has `);
  await world.chain.request("anvil_setBalance", [address, "0x1"]);
  expect(await operatorOf()).toMatchObject({
    status: "warn",
    detail: expect.stringContaining("good for 0 calls"),
  });
  expect((await operatorOf({ OPERATOR_PRIVATE_KEY: [] }))?.status).toBe("ok");
  await world.chain.request("anvil_setBalance", [address, "0x21e19e0c9bab2400000"]);
});

test("metrics show open calls and the operator's wallet", async () => {
  await wantFee(6);
  await wantFee(7);
  await age(3);
  const sources = probed.sources();
  const found = await familiesOf(sources, readinessOf(sources))();
  const samples = (name: string) => found.find((family) => family.name === name)?.samples;
  expect(samples("stipend_operator_calls")).toEqual([
    { labels: { chain: "31337", state: "queued" }, value: 2 },
    { labels: { chain: "31337", state: "signed" }, value: 0 },
    { labels: { chain: "31337", state: "mined" }, value: 0 },
  ]);
  expect(samples("stipend_operator_calls_oldest_seconds")?.[0]?.value).toBeGreaterThan(170);
  expect(samples("stipend_operator_wallet_balance")).toMatchObject([
    { labels: { chain: "31337", wallet: "1" }, value: expect.closeTo(10_000, -2) },
  ]);
});

test("what hangs is missing from the metrics, and hides nothing else", async () => {
  const sources = { ...probed.sources(), operatorCalls: () => new Promise<never>(() => {}) };
  const found = await familiesOf(sources, readinessOf(probed.sources()))();
  const samples = (name: string) => found.find((family) => family.name === name)?.samples;
  expect(samples("stipend_operator_calls")).toEqual([]);
  expect(samples("stipend_operator_wallet_balance")).toHaveLength(1);
});

test("a call that ended long ago is removed, one that is open is not", async () => {
  const remove = () => removeOldRows(ctx(), { until: new Date(Date.now() + 60_000) });
  const done = await wantFee(8);
  await finishCalls(world, ctx());
  const open = await wantFee(9);
  const close = (days: number) => world.db`
    update operator_calls set closed_at = now() - ${days} * interval '1 day' where id = ${done.id}`;
  await close(29);
  await remove();
  expect(await callRow(world, done)).toMatchObject({ state: "done" });
  await close(31);
  await age(100_000);
  await remove();
  await expect(callRow(world, done)).rejects.toThrow("No call");
  expect(await callRow(world, open)).toMatchObject({ state: "queued" });
});

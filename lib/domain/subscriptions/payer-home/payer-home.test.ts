import { encodeFunctionData } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import { addressOf } from "@/lib/adapters/chain/chains";
import { type Address, type Hex, lowerHex } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import { removeOldRows } from "@/lib/domain/operations/retention/remove-old-rows";
import type { ChainAccount } from "@/testing/chain";
import { deployForeign } from "@/testing/foreign-contracts";
import { deployFurther, registerIn, withDeployment } from "@/testing/further-deployment";
import { deployWallet, reasonOf, visitor } from "@/testing/hosted-pages";
import { fundPayer } from "@/testing/settlements";
import { insertCharge, insertPlan, insertSubscription } from "@/testing/subscription-rows";
import { enrolDirectly } from "@/testing/subscriptions";
import { createWorld, type World } from "@/testing/world";
import { beginSignIn } from "./begin-sign-in";
import { buildPermit } from "./build-permit";
import { completeSignIn } from "./complete-sign-in";
import { findModes } from "./find-modes";
import { loadPayerHome } from "./load-payer-home";
import { cancelOwn, payOwnNow, readOwnCharge } from "./own-subscription";
import { findPayer, requirePayer, signOut } from "./payer-session";
import { outlooksOf } from "./read-holdings";

let world: World;
let payer: ChainAccount;
let stranger: ChainAccount;

beforeAll(async () => {
  world = await createWorld();
  [payer, stranger] = world.chain.payers as [ChainAccount, ChainAccount];
});
afterAll(() => world?.stop());

const page = () => visitor(world);
const of = ({ address }: ChainAccount, mode: Mode = "test") =>
  ({ payer: lowerHex(address), mode }) as const;
const sign = ({ privateKey }: ChainAccount, message: string): Promise<Hex> =>
  privateKeyToAccount(privateKey).signMessage({ message });
const begin = (account: ChainAccount, mode: Mode = "test") =>
  beginSignIn(page(), { ...of(account, mode), chainId: world.deployment(mode).chainId });

test("a wallet signs in with a message of this site, chain and nonce, once", async () => {
  const { token, message } = await begin(payer);
  const { host } = new URL(page().config.APP_URL);
  expect(message).toContain(`${host} wants you to sign in with your Ethereum account:`);
  expect(message).toContain(`Chain ID: ${world.deployment("test").chainId}`);
  expect(message).toMatch(/Nonce: [0-9a-f]{32}\n/);
  expect(await findPayer(page(), token)).toBeNull();
  const signature = await sign(payer, message);
  const done = await completeSignIn(page(), { token, signature });
  expect(await findPayer(page(), done.token)).toEqual(of(payer));
  expect(await findPayer(page(), token)).toBeNull();
  for (const used of [token, done.token]) {
    expect(await reasonOf(completeSignIn(page(), { token: used, signature }))).toBe(
      "sign_in_expired",
    );
  }
  await signOut(page(), done.token);
  expect(await reasonOf(requirePayer(page(), done.token))).toBe("signed_out");
});

test("no other wallet's signature, and none of another message, signs in", async () => {
  const { token, message } = await begin(payer);
  const other = await begin(payer);
  const wrong = [await sign(stranger, message), await sign(payer, other.message)];
  for (const signature of wrong) {
    expect(await reasonOf(completeSignIn(page(), { token, signature }))).toBe("signature_invalid");
  }
  const missing = completeSignIn(page(), { token: undefined, signature: wrong[0] ?? "0x" });
  expect(await reasonOf(missing)).toBe("sign_in_expired");
});

test("messages last ten minutes, a sign-in an hour, and neither is kept", async () => {
  const waiting = await begin(payer);
  const { token } = await begin(payer);
  const { message } = waiting;
  const done = await completeSignIn(page(), {
    token: waiting.token,
    signature: await sign(payer, message),
  });
  const ends = await world.db<{ minutes: number }[]>`
    select round(extract(epoch from expires_at - now()) / 60)::int as minutes from payer_sessions
    order by expires_at desc`;
  expect(ends[0]?.minutes).toBe(60);
  expect(ends.at(-1)?.minutes).toBeLessThanOrEqual(10);
  await world.db`update payer_sessions set expires_at = now() - interval '1 second'`;
  expect(await findPayer(page(), done.token)).toBeNull();
  const late = completeSignIn(page(), { token, signature: "0x00" });
  expect(await reasonOf(late)).toBe("sign_in_expired");
  await removeOldRows(world.systemContext(), { until: new Date(Date.now() + 60_000) });
  expect(await world.db`select from payer_sessions`).toHaveLength(0);
});

test("a wallet whose contract takes the signature signs in", async () => {
  const wallet = await deployWallet(world, payer);
  const asked = { payer: lowerHex(wallet), mode: "test", chainId: 0 } as const;
  const { token, message } = await beginSignIn(page(), asked);
  const foreign = await sign(stranger, message);
  expect(await reasonOf(completeSignIn(page(), { token, signature: foreign }))).toBe(
    "signature_invalid",
  );
  const done = await completeSignIn(page(), { token, signature: await sign(payer, message) });
  expect(await findPayer(page(), done.token)).toEqual({ payer: lowerHex(wallet), mode: "test" });
});

test("a payer sees and ends its own alone, of the mode it is signed in for", async () => {
  const plan = await insertPlan(world);
  const row = await insertSubscription(world, { planId: plan.id });
  await insertCharge(world, row.id, { period: 0 });
  const home = await loadPayerHome(page(), of(payer));
  const own = home.subscriptions.find(({ id }) => id === row.id);
  expect(own).toMatchObject({
    plan: { name: "Membership" },
    status: "active",
    outlook: "low_balance",
    receipts: [{ amount: "10000000" }],
  });
  expect(own?.cancelCall?.data).toContain(row.onchainId.slice(2));
  expect((await loadPayerHome(page(), of(stranger))).subscriptions).toEqual([]);
  expect((await loadPayerHome(page(), of(payer, "live"))).subscriptions).toEqual([]);
  for (const who of [of(stranger), of(payer, "live")]) {
    expect(await reasonOf(cancelOwn(page(), who, row))).toBe("resource_missing");
    expect(await reasonOf(payOwnNow(page(), who, row))).toBe("resource_missing");
    expect(await reasonOf(readOwnCharge(page(), who, row))).toBe("resource_missing");
  }
  expect(await payOwnNow(page(), of(payer), row)).toEqual({ state: "not_due" });
  expect(await readOwnCharge(page(), of(payer), row)).toEqual({ state: "over" });
  await cancelOwn(page(), of(payer), row);
  const [after] = await world.db`
    select status, cancel_reason, onchain_cancel from subscriptions where id = ${row.id}`;
  expect(after).toMatchObject({
    status: "cancelled",
    cancelReason: "cancelled_by_payer",
    onchainCancel: "queued",
  });
  expect(await reasonOf(cancelOwn(page(), of(payer), row))).toBe("subscription_ended");
});

test("of a period that is charged in part the rest is due", async () => {
  const plan = await insertPlan(world);
  // The contract's periods begin at whole seconds.
  const startAt = new Date(Math.floor(Date.now() / 1_000) * 1_000);
  const owner = `0x${"c6".repeat(20)}` as const;
  const begun = { planId: plan.id, payer: owner, startAt, status: "past_due" } as const;
  await insertSubscription(world, { ...begun, chargedOfPeriod: 4_000_000n, nextChargeAt: startAt });
  const { subscriptions } = await loadPayerHome(page(), { payer: owner, mode: "test" });
  expect(subscriptions).toMatchObject([{ amount: "10000000", due: "6000000", overdue: true }]);
});

test("one whose period is charged and returned is past due, and owes nothing before the next", async () => {
  const plan = await insertPlan(world);
  const owner = `0x${"c7".repeat(20)}` as const;
  const nextChargeAt = new Date(Date.now() + 86_400_000);
  const row = { planId: plan.id, payer: owner, status: "past_due", nextChargeAt } as const;
  await insertSubscription(world, row);
  const { subscriptions } = await loadPayerHome(page(), { payer: owner, mode: "test" });
  expect(subscriptions).toMatchObject([{ status: "past_due", overdue: false }]);
});

test("a charge whose block is not final, or that screening holds, is under way, and none is due", async () => {
  const plan = await insertPlan(world);
  const wallet = `0x${"c8".repeat(20)}` as const;
  const owner = { payer: wallet, mode: "test" } as const;
  const startAt = new Date(Date.now() - 60_000);
  const begun = { planId: plan.id, payer: wallet, startAt, status: "past_due" } as const;
  const row = await insertSubscription(world, { ...begun, nextChargeAt: startAt });
  const charge = await insertCharge(world, row.id, { period: 0 });
  const said = async () => {
    const { subscriptions } = await loadPayerHome(page(), owner);
    const progress = await readOwnCharge(page(), owner, row);
    return [subscriptions[0]?.charging, progress.state === "sent"];
  };
  expect(await said()).toEqual([false, false]);
  await world.db`
    update transactions set status = 'pending', payment_exception = 'screening' where id = ${charge}`;
  expect(await said()).toEqual([true, true]);
  expect(await payOwnNow(page(), owner, row)).toEqual({ state: "charging" });
});

test("of two subscriptions of a plan, the one that begins where the other ends follows it", async () => {
  const plan = await insertPlan(world);
  const first = await insertSubscription(world, { planId: plan.id });
  const second = await insertSubscription(world, {
    planId: plan.id,
    startAt: first.endAt as Date,
    endAt: null,
    status: "trialing",
  });
  const { subscriptions } = await loadPayerHome(page(), of(payer));
  const follows = new Map(subscriptions.map((own) => [own.id, own.follows]));
  expect([follows.get(first.id), follows.get(second.id)]).toEqual([false, true]);
});

test("an enrolment that failed did not start, and goes once the payer has tried again", async () => {
  const plan = await insertPlan(world);
  const owner = `0x${"c5".repeat(20)}` as const;
  const row = { planId: plan.id, payer: owner };
  const none = { enrolledAt: null, nextChargeAt: null, attemptAt: null };
  const first = await insertSubscription(world, { ...row, ...none, status: "pending" });
  const cards = async () =>
    (await loadPayerHome(page(), { payer: owner, mode: "test" })).subscriptions.map(
      ({ id, failed }) => ({ id, failed }),
    );
  expect(await cards()).toEqual([{ id: first.id, failed: true }]);
  const other = await insertPlan(world);
  const { id: elsewhere } = await insertSubscription(world, { ...row, planId: other.id });
  expect(await cards()).toEqual([
    { id: elsewhere, failed: false },
    { id: first.id, failed: true },
  ]);
  const { id } = await insertSubscription(world, row);
  expect(await cards()).toEqual([
    { id, failed: false },
    { id: elsewhere, failed: false },
  ]);
});

test("one balance and one allowance serve all of a token's subscriptions, the earliest first", () => {
  const token = `0x${"00".repeat(20)}` as const;
  const own = (id: string, day: number, pausedAt: Date | null = null) => ({
    id,
    ...{ startAt: new Date(day), intervalSeconds: 1n, currentPeriod: null, chargedOfPeriod: 0n },
    nextChargeAt: new Date(day),
    pausedAt,
    amount: 10n,
    deploymentId: "dep_1",
    tokenAddress: token,
  });
  const rows = [own("c", 3), own("a", 1), own("b", 2), own("p", 0, new Date())];
  const held = (balance: bigint, allowed: bigint) =>
    new Map([[`dep_1 ${token}`, { held: { balance, allowed, committed: 0n, at: 0n } }]]);
  const told = (balance: bigint, allowed: bigint) =>
    Object.fromEntries(outlooksOf(rows, held(balance, allowed)));
  expect(told(25n, 100n)).toEqual({ a: "good", b: "good", c: "low_balance" });
  expect(told(100n, 19n)).toEqual({ a: "good", b: "low_allowance", c: "low_allowance" });
  expect(Object.fromEntries(outlooksOf(rows, new Map()))).toEqual({
    a: "unknown",
    b: "unknown",
    c: "unknown",
  });
});

test.each([1n, 999_000_000n])(
  "an allowance of %s is made what may still be charged by the call that is shown",
  async (allowed) => {
    const plan = await insertPlan(world);
    const wallet = await fundPayer(world);
    const { id: onchainId, terms } = await enrolDirectly(world, wallet, { plan });
    await insertSubscription(world, { planId: plan.id, payer: terms.payer, onchainId });
    const shown = async () => (await loadPayerHome(page(), of(wallet))).allowances;
    const committed = String(11n * plan.amount);
    expect(await shown()).toMatchObject([{ allowed: committed, committed, allowCall: null }]);
    const { token } = terms;
    const args = [addressOf(world.deployment(), "subscriptions"), allowed] as const;
    const data = encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args });
    await world.send(wallet, { to: token, data });
    const [changed] = await shown();
    expect(changed).toMatchObject({ allowed: String(allowed), committed });
    const call = changed?.allowCall;
    if (!call) throw new Error("there is a call");
    await world.send(wallet, { to: call.to as Address, data: call.data as Hex });
    expect(await shown()).toMatchObject([{ allowed: committed, committed, allowCall: null }]);
  },
);

test("nothing of a cancelled subscription is said to be charged still, before the chain has its end", async () => {
  const plan = await insertPlan(world);
  const wallet = await fundPayer(world);
  const { id: onchainId, terms } = await enrolDirectly(world, wallet, { plan });
  const { id } = await insertSubscription(world, {
    planId: plan.id,
    payer: terms.payer,
    onchainId,
    cap: 12n * plan.amount,
    charged: plan.amount,
  });
  const shown = async () => (await loadPayerHome(page(), of(wallet))).allowances;
  const committed = String(11n * plan.amount);
  expect(await shown()).toMatchObject([{ committed, chargeable: committed }]);
  await cancelOwn(page(), of(wallet), { id });
  expect(await shown()).toMatchObject([{ committed, chargeable: "0" }]);
});

test("what other services may still charge by the same contract is one line, and stays allowed", async () => {
  const plan = await insertPlan(world);
  const wallet = await fundPayer(world);
  const foreign = await deployForeign(world);
  const { id: onchainId, terms } = await enrolDirectly(world, wallet, { plan });
  const startAt = new Date(Number(terms.startAt) * 1_000);
  const row = { planId: plan.id, payer: terms.payer, onchainId, startAt };
  await insertSubscription(world, { ...row, endAt: new Date(Number(terms.endAt) * 1_000) });
  const shown = async () => (await loadPayerHome(page(), of(wallet))).allowances;
  const own = 11n * plan.amount;
  expect(await shown()).toMatchObject([{ chargeable: String(own), others: "0" }]);
  const strange = { ...world, deployment: () => foreign };
  await enrolDirectly(strange, wallet, { plan });
  const committed = String(2n * own);
  expect(await shown()).toMatchObject([
    { committed, allowed: committed, chargeable: String(own), others: String(own) },
  ]);

  // An enrolment that failed is not on the chain. One that a reorganization took may be there again.
  const { id } = await insertSubscription(world, {
    ...row,
    onchainId: undefined,
    status: "pending",
    enrolledAt: null,
    attemptAt: null,
    nextChargeAt: null,
  });
  expect(await shown()).toMatchObject([{ others: String(own) }]);
  const cards = async () => (await loadPayerHome(page(), of(wallet))).subscriptions;
  expect((await cards()).map(({ failed }) => failed)).toEqual([false, true]);
  await world.db`update subscriptions set origin = 'chain' where id = ${id}`;
  expect(await shown()).toMatchObject([{ others: "0" }]);
  expect((await cards()).map(({ failed }) => failed)).toEqual([false, false]);
  await world.db`update subscriptions set status = 'cancelled', cancelled_at = now() where id = ${id}`;

  // A limit that is above it is lowered to what all of them may charge, and no further.
  const args = [addressOf(foreign, "subscriptions"), 5n * own] as const;
  const data = encodeFunctionData({ abi: fiatTokenAbi, functionName: "approve", args });
  await world.send(wallet, { to: terms.token, data });
  const asked = { spender: addressOf(foreign, "subscriptions"), token: terms.token };
  expect(await buildPermit(page(), of(wallet), asked)).toMatchObject({ value: committed });
  const [{ allowCall } = { allowCall: null }] = await shown();
  if (!allowCall) throw new Error("there is a call");
  await world.send(wallet, { to: allowCall.to as Address, data: allowCall.data as Hex });
  expect(await shown()).toMatchObject([{ allowed: committed, allowCall: null }]);
});

test("deployments that share the contract have one limit", async () => {
  const wallet = await fundPayer(world);
  const file = await deployFurther(world.chain);
  const site = await registerIn(await withDeployment(world, world.chain, file));
  const ids = [];
  for (const place of [world, site]) {
    const plan = await insertPlan(place);
    const { id, terms } = await enrolDirectly(place, wallet, { plan });
    ids.push(id);
    await insertSubscription(place, { planId: plan.id, payer: terms.payer, onchainId: id });
  }
  const { allowances } = await loadPayerHome(visitor(site), of(wallet));
  expect(allowances).toMatchObject([{ others: "0", allowCall: null }]);
  expect(new Set(ids).size).toBe(2);
});

test("a mode's wallets are told of each chain with subscriptions once", () => {
  const here = world.deployment("test");
  const { subscriptions: _, ...others } = here.contracts;
  const on = (id: number) => ({ ...here, chainId: id, chain: { ...here.chain, id } });
  const deployments = [here, here, on(7), { ...on(8), contracts: others }];
  const chains = { ...world.chains, deployments };
  const { shown } = findModes({ ...page(), chains }, { asked: "test" });
  expect(shown.wallets.networks.map(({ chainId }) => chainId)).toEqual([here.chainId, 7]);
});

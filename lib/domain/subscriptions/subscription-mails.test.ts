import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { transaction } from "@/db/client";
import { mailText } from "@/lib/adapters/email/mail-content";
import { type Address, lowerHex } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import { chargeFailures } from "@/lib/core/subscriptions/subscription-kinds";
import { whyMoot } from "@/lib/domain/mails/attempt-mail";
import type { StoredMail } from "@/lib/domain/mails/mail";
import { wordMail } from "@/lib/domain/mails/word-mail";
import { upsertCustomer } from "@/lib/domain/payments/customers/upsert-customer";
import { operate } from "@/testing/operator";
import {
  insertCharge,
  insertMailedCustomer,
  insertPlan,
  insertSubscription,
  type StoredSubscription,
} from "@/testing/subscription-rows";
import { createWorld, type World } from "@/testing/world";
import { cancelSubscription } from "./cancel-subscription";
import type { SubscriptionEvent, ToldOf } from "./subscription-mails";
import { readSubscription } from "./subscription-rows";
import { tellSubscription } from "./tell-subscription";

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  await world.db`truncate mails, outbox, subscriptions, subscription_charges cascade`;
  const merchant = { email: "owner@aurora.example", businessName: "Aurora Coffee" };
  const emailPrefs = { paymentReceived: false, subscriptionCharged: true };
  await setMerchant({ ...merchant, emailPrefs });
});
afterAll(() => world.stop());

type Row = StoredMail & { state: string; failure: string | null; dedupeKey: string };
const stored = () => world.db<Row[]>`select * from mails order by created_at, kind`;
const kinds = async () => (await stored()).map(({ kind }) => kind).sort();
const setMerchant = (columns: object) =>
  world.db`update merchants set ${world.db({ ...columns })} where id = ${world.merchant.id}`;
const change = (id: string, columns: Partial<StoredSubscription>) =>
  world.db`update subscriptions set ${world.db({ ...columns })} where id = ${id}`;
const tell = (type: SubscriptionEvent, id: string, told?: ToldOf) =>
  transaction(world.db, async (tx) =>
    tellSubscription(tx, type, await readSubscription(tx, id), told),
  );

/** A subscription of a plan, whose payer's e-mail is known. */
async function subscribe(given: Partial<StoredSubscription> = {}, source = "payment") {
  const { mode = "test" } = given;
  const plan = await insertPlan(world, { mode, name: "Beans" });
  const customerId = await insertMailedCustomer(world, { mode, source });
  return insertSubscription(world, { planId: plan.id, customerId, ...given });
}

async function wordOf(kind: string) {
  const mail = (await stored()).find((row) => row.kind === kind);
  if (!mail) throw new Error(`a mail ${kind} was expected`);
  return wordMail(world.systemContext(), mail);
}

const events = {
  "subscription.created": ["subscription_confirmation", "subscription_started"],
  "subscription.charged": ["subscription_charge_receipt", "subscription_charged"],
  "subscription.charge_failed": [
    "subscription_charge_failed",
    "subscription_charge_failed_merchant",
  ],
  "subscription.recovery_attempt": [],
  "subscription.recovery_outcome": ["subscription_recovered"],
  "subscription.lapsed": ["subscription_lapsed", "subscription_lapsed_merchant"],
  "subscription.cancelled": ["subscription_cancelled", "subscription_cancelled_merchant"],
} as const satisfies Record<SubscriptionEvent, readonly string[]>;
const payers = new Set<string>([
  "subscription_confirmation",
  "subscription_charge_receipt",
  "subscription_charge_failed",
  "subscription_lapsed",
  "subscription_cancelled",
]);

const told = fc.record({
  type: fc.constantFrom(...(Object.keys(events) as SubscriptionEvent[])),
  mode: fc.constantFrom<Mode>("test", "live"),
  chainId: fc.constantFrom(31337, 8453),
  source: fc.constantFrom("payment", "merchant", "checkout", null),
  linked: fc.boolean(),
  enrolled: fc.boolean(),
  wallet: fc.boolean(),
  email: fc.option(fc.constant("owner@aurora.example")),
  wanted: fc.boolean(),
  given: fc.option(fc.constant("given@payer.example")),
});

const usual = {
  type: "subscription.charged" as SubscriptionEvent,
  mode: "test" as Mode,
  chainId: 31337,
  source: "payment" as string | null,
  linked: true,
  enrolled: true,
  wallet: true,
  email: "owner@aurora.example" as string | null,
  wanted: true,
  given: null as string | null,
};
/** Each rule by itself. */
const oneChanged: Partial<typeof usual>[] = [
  {},
  { chainId: 8453 },
  { chainId: 8453, mode: "live" },
  { source: "checkout" },
  { source: "checkout", given: "given@payer.example" },
  { given: "given@payer.example" },
  { linked: false },
  { enrolled: false },
  { wallet: false },
  { wanted: false },
];

test("who is mailed of an event follows from plan, chain, wallet, address and preference alone", async () => {
  await fc.assert(
    fc.asyncProperty(told, async (given) => {
      const { type, mode, chainId, source, linked, enrolled, wallet, email, wanted } = given;
      await world.db`truncate mails, outbox, subscriptions, subscription_charges cascade`;
      await setMerchant({
        email,
        emailPrefs: { paymentReceived: false, subscriptionCharged: wanted },
      });
      const stranger = lowerHex(world.merchant.owner.address);
      const customer = { mode, source, ...(wallet ? {} : { wallet: stranger }) };
      const customerId = await insertMailedCustomer(world, customer);
      const plan = await insertPlan(world, { mode });
      const { id } = await insertSubscription(world, {
        mode,
        chainId,
        customerId,
        planId: linked ? plan.id : null,
        enrolledAt: enrolled ? new Date() : null,
        payerEmail: given.given,
      });
      await tell(type, id);
      await tell(type, id);
      const isMailed = (kind: string) => {
        if (!linked || !enrolled) return false;
        const isProved = wallet && (source === "payment" || source === "merchant");
        if (payers.has(kind)) return isProved || given.given !== null;
        return email !== null && (wanted || kind !== "subscription_charged");
      };
      const mails = await stored();
      expect(mails.map(({ kind }) => kind).sort()).toEqual(events[type].filter(isMailed).sort());
      for (const mail of mails) {
        const withheld = payers.has(mail.kind) && mode === "test" && chainId !== 31337;
        expect(mail).toMatchObject({
          merchantId: world.merchant.id,
          mode,
          recipient: payers.has(mail.kind) ? (given.given ?? "ada@x.example") : email,
          state: withheld ? "withheld" : "queued",
          failure: withheld ? "test_mode" : null,
        });
      }
      const woken = await world.db`select from outbox where name = 'mails/work.queued' limit 1`;
      expect(woken.length).toBe(mails.some(({ state }) => state === "queued") ? 1 : 0);
    }),
    { numRuns: 25, examples: oneChanged.map((change) => [{ ...usual, ...change }]) },
  );
});

test("the merchant's word of a payer's e-mail counts before the enrolment's if it is newer", async () => {
  const plan = await insertPlan(world);
  const walletAddress: Address = `0x${randomBytes(20).toString("hex")}`;
  const name = (email: string) => upsertCustomer(world.merchantContext(), { walletAddress, email });
  const { id: customerId } = await name("old@x.example");
  const { id } = await insertSubscription(world, {
    planId: plan.id,
    customerId,
    payer: walletAddress,
    payerEmail: "given@x.example",
  });
  await tell("subscription.created", id);
  await name("new@x.example");
  await tell("subscription.cancelled", id);
  const recipients = (await stored()).flatMap(({ kind, recipient }) =>
    payers.has(kind) ? [[kind, recipient]] : [],
  );
  expect(recipients).toEqual([
    ["subscription_confirmation", "given@x.example"],
    ["subscription_cancelled", "new@x.example"],
  ]);
});

test("an event that is rolled back mails nobody, and what was told is told once", async () => {
  const { id } = await subscribe();
  const failing = transaction(world.db, async (tx) => {
    await tellSubscription(tx, "subscription.created", await readSubscription(tx, id));
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await stored()).toEqual([]);
  expect(await world.db`select from subscription_reminders`).toHaveLength(0);
  await tell("subscription.created", id);
  await tell("subscription.created", id);
  expect(await kinds()).toEqual(["subscription_confirmation", "subscription_started"]);
});

test("what another merchant has, or the other mode, is told to nobody", async () => {
  const other = await world.addMerchant();
  const strangers = await insertPlan(world, { merchantId: other.id });
  const live = await insertPlan(world, { mode: "live" });
  const customerId = await insertMailedCustomer(world, { source: "merchant" });
  for (const planId of [strangers.id, live.id]) {
    const { id } = await insertSubscription(world, { planId, customerId });
    await tell("subscription.created", id);
    expect(await stored()).toEqual([]);
  }
  const plan = await insertPlan(world, { merchantId: other.id });
  const { id } = await insertSubscription(world, {
    merchantId: other.id,
    planId: plan.id,
    customerId,
  });
  await tell("subscription.created", id);
  expect(await stored()).toEqual([]);
  const { id: inLive } = await insertSubscription(world, {
    mode: "live",
    planId: live.id,
    customerId,
  });
  await tell("subscription.created", inLive);
  expect(await kinds()).toEqual(["subscription_started"]);
});

test("each charge has one receipt, with what it was and when the next is", async () => {
  const { id } = await subscribe({ startAt: new Date("2026-01-02T03:04:05Z") });
  const first = await insertCharge(world, id, { period: 0 });
  await tell("subscription.charged", id);
  await tell("subscription.charged", id);
  const second = await insertCharge(world, id, { period: 1, amount: 4_000_000n });
  await change(id, { nextChargeAt: null, paidUntil: new Date("2026-03-03T03:04:05Z") });
  await tell("subscription.charged", id);
  const mails = await stored();
  expect(mails).toHaveLength(4);
  const receipts = mails.filter(({ kind }) => kind === "subscription_charge_receipt");
  const [one, two] = receipts.map((mail) => wordMail(world.systemContext(), mail));
  expect(one).toMatchObject({
    subject: "Receipt: 10.00\u00a0USDC to Aurora Coffee for Beans",
    button: { url: "http://localhost:3000/subscriptions?mode=test" },
    notice: "Test payment: no real money moved.",
  });
  expect(one?.paragraphs.join(" ")).toContain("on February 1, 2026 at 3:04 AM UTC");
  expect(Object.fromEntries(one?.facts ?? [])).toMatchObject({
    "Receipt number": first,
    Subscription: id,
  });
  expect(two?.heading).toBe("4.00\u00a0USDC paid to Aurora Coffee");
  expect(two?.paragraphs.join(" ")).toContain("You’ve paid until March 3, 2026");
  expect(Object.fromEntries(two?.facts ?? [])["Receipt number"]).toBe(second);
  const merchants = await wordOf("subscription_charged");
  expect(merchants.unsubscribe?.url).toContain("/api/mail/unsubscribe/");
  expect(Object.fromEntries(merchants.facts)).toMatchObject({
    Fee: "0.10\u00a0USDC",
    "You get": "9.90\u00a0USDC",
  });
});

test("the receipt of a charge made in time says until when an ended subscription is paid", async () => {
  const { id } = await subscribe();
  await insertCharge(world, id, { period: 0 });
  const paidUntil = new Date("2026-03-03T03:04:05Z");
  await change(id, { status: "cancelled", cancelledAt: new Date(), attemptAt: null, paidUntil });
  await tell("subscription.charged", id);
  const text = mailText(await wordOf("subscription_charge_receipt"));
  expect(text).toContain("You won’t be charged again. You’ve paid until March 3, 2026");
  expect(text).not.toContain("refund");
  expect(mailText(await wordOf("subscription_charged"))).not.toContain("refund");
});

test.each(["cancelled", "active"] as const)(
  "both mails of a late charge of a subscription that is %s name its refund",
  async (status) => {
    const { id } = await subscribe();
    const charge = await insertCharge(world, id, { period: 0 });
    await world.db`update transactions set payment_exception = 'late' where id = ${charge}`;
    const isOver = status === "cancelled";
    await change(id, { status, ...(isOver && { cancelledAt: new Date(), attemptAt: null }) });
    await tell("subscription.charged", id);
    expect(mailText(await wordOf("subscription_charge_receipt"))).toContain(
      "pays for nothing. Aurora Coffee has been asked to refund it.",
    );
    expect(mailText(await wordOf("subscription_charged"))).toContain("A refund is prepared");
  },
);

test("a confirmation says amount, interval, cap, dates and how to cancel; of a trial, that nothing was charged", async () => {
  const startAt = new Date("2026-01-02T03:04:05Z");
  const { id } = await subscribe({ mode: "live", startAt });
  // The books tell of the enrolment first, and then of the charge in it.
  await change(id, { nextChargeAt: startAt, currentPeriod: null, chargesMade: 0, paidUntil: null });
  await tell("subscription.created", id);
  const mail = await wordOf("subscription_confirmation");
  expect(mail).toMatchObject({
    subject: "You subscribed to Beans from Aurora Coffee",
    button: { url: "http://localhost:3000/subscriptions" },
    notice: null,
  });
  const text = mailText(mail);
  for (const said of [
    "10.00\u00a0USDC every 30 days",
    "at most 120.00\u00a0USDC",
    "You won’t be charged after December 28, 2026 at 3:04 AM UTC",
    "You’ve been charged for the first period. The next charge is on February 1, 2026",
    "cancel at any time",
  ]) {
    expect(text).toContain(said);
  }
  await world.db`truncate mails`;
  const trial = await subscribe({ mode: "live", status: "trialing", endAt: null });
  await tell("subscription.created", trial.id);
  expect(mailText(await wordOf("subscription_confirmation"))).toContain("Nothing has been charged");
  await world.db`truncate mails`;
  const once = await subscribe({ mode: "live", startAt, endAt: new Date("2026-02-01T03:04:05Z") });
  await tell("subscription.created", once.id);
  expect(mailText(await wordOf("subscription_confirmation"))).toContain(
    "There are no further charges",
  );
});

test("a failure is told once, however many periods it lasts, with what is missing and what mends it", async () => {
  const pastDueSince = new Date("2026-01-02T03:04:05.678Z");
  const graceEndsAt = new Date("2026-01-04T03:04:05Z");
  const failed = { status: "past_due", failureCode: "insufficient_balance" } as const;
  const { id } = await subscribe({ ...failed, pastDueSince, graceEndsAt });
  await tell("subscription.charge_failed", id, { missing: 2_500_000n });
  await change(id, { failedPeriod: 1, nextChargeAt: new Date() });
  await tell("subscription.charge_failed", id);
  expect(await kinds()).toEqual(events["subscription.charge_failed"]);
  const text = mailText(await wordOf("subscription_charge_failed"));
  for (const said of [
    "does not hold enough USDC",
    "You’re 2.50\u00a0USDC short",
    "Add USDC to your wallet",
    "until January 4, 2026",
    "http://localhost:3000/subscriptions?mode=test",
  ]) {
    expect(text).toContain(said);
  }
  expect(mailText(await wordOf("subscription_charge_failed_merchant"))).toContain(
    "the wallet does not hold enough USDC",
  );
  await change(id, { pastDueSince: new Date("2026-02-02T03:04:05Z") });
  await tell("subscription.charge_failed", id);
  expect(await stored()).toHaveLength(4);
});

test("each blocker has its own words and what mends it", async () => {
  const texts = new Set<string>();
  for (const failureCode of chargeFailures) {
    const pastDueSince = new Date();
    const { id } = await subscribe({ status: "past_due", failureCode, pastDueSince });
    await tell("subscription.charge_failed", id);
    texts.add((await wordOf("subscription_charge_failed")).paragraphs.join(" "));
    await world.db`truncate mails`;
  }
  expect(texts.size).toBe(chargeFailures.length);
});

test("a failure that was recovered meanwhile is not told, and neither is a charge or an end that is no longer so", async () => {
  const pastDueSince = new Date("2026-01-02T03:04:05.678Z");
  const { id } = await subscribe({
    status: "past_due",
    failureCode: "token_paused",
    pastDueSince,
    startAt: new Date(),
  });
  await tell("subscription.charge_failed", id);
  await tell("subscription.created", id);
  const [failure] = await stored();
  if (!failure) throw new Error("a mail was expected");
  const moot = (mail: Partial<StoredMail> = {}) =>
    whyMoot(world.systemContext(), { ...failure, ...mail });
  const { nextChargeAt } = failure.facts;
  const upcoming = { kind: "subscription_renewal_upcoming" } as const;
  const later = new Date(Date.now() + 86_400_000).toISOString();
  const ending = {
    kind: "subscription_ending",
    facts: { ...failure.facts, endsAt: later },
  } as const;
  expect(nextChargeAt).toBeTypeOf("string");
  for (const mail of [{}, upcoming, ending]) expect(await moot(mail)).toBeNull();
  await change(id, { pausedAt: new Date() });
  expect(await moot(upcoming)).toBe("subscription_changed");
  await change(id, { pausedAt: null, status: "active", pastDueSince: null });
  expect(await moot()).toBe("subscription_changed");
  await change(id, { status: "past_due", pastDueSince: new Date() });
  expect(await moot()).toBe("subscription_changed");
  const charged = { ...failure.facts, nextChargeAt: new Date(0).toISOString() };
  expect(await moot({ ...upcoming, facts: charged })).toBe("subscription_changed");
  const past = { ...failure.facts, endsAt: new Date(0).toISOString() };
  expect(await moot({ ...ending, facts: past })).toBe("subscription_changed");
  await change(id, { status: "cancelled", cancelledAt: new Date(), attemptAt: null });
  const confirmation = { kind: "subscription_confirmation" } as const;
  for (const mail of [upcoming, ending, confirmation]) {
    expect(await moot(mail)).toBe("subscription_changed");
  }
  for (const kind of ["subscription_charge_receipt", "subscription_cancelled"] as const) {
    expect(await moot({ kind })).toBeNull();
  }
});

test("a charge whose time has come is no reminder any more", async () => {
  const nextChargeAt = new Date(Date.now() - 1_000);
  const { id } = await subscribe({ nextChargeAt });
  await tell("subscription.created", id);
  const [mail] = await stored();
  if (!mail) throw new Error("a mail was expected");
  const kind = "subscription_balance_low";
  expect(await whyMoot(world.systemContext(), { ...mail, kind })).toBe("subscription_changed");
});

test("one that was cancelled before it was on the chain is not confirmed", async () => {
  const { id } = await subscribe({
    status: "cancelled",
    cancelledAt: new Date(),
    attemptAt: null,
    nextChargeAt: null,
  });
  await tell("subscription.created", id);
  await tell("subscription.recovery_outcome", id);
  expect(await kinds()).toEqual([]);
});

test("a cancellation says what was paid for, and a charge that may still come", async () => {
  const { id } = await subscribe({ startAt: new Date("2026-01-02T03:04:05Z") });
  await change(id, { status: "cancelled", cancelledAt: new Date(), attemptAt: null });
  await transaction(world.db, async (tx) => {
    const row = await readSubscription(tx, id);
    const flight = { flightPeriod: 1, flightTxHash: `0x${"a".repeat(64)}` } as const;
    await tellSubscription(tx, "subscription.cancelled", { ...row, ...flight });
  });
  expect(await kinds()).toEqual(events["subscription.cancelled"]);
  const text = mailText(await wordOf("subscription_cancelled"));
  expect(text).toContain("You’ve paid until February 1, 2026");
  expect(text).toContain("may still go through");
});

test("what lapsed can be subscribed to again, unless the plan is closed", async () => {
  const { id, planId } = await subscribe({
    status: "lapsed",
    attemptAt: null,
    closedAt: new Date(),
  });
  await tell("subscription.lapsed", id);
  expect((await wordOf("subscription_lapsed")).button.url).toBe(
    `http://localhost:3000/subscribe/${planId}`,
  );
  await world.db`truncate mails`;
  await world.db`update subscription_plans set active = false, archived_at = now()`;
  await tell("subscription.lapsed", id);
  expect((await wordOf("subscription_lapsed")).button.url).toBe(
    "http://localhost:3000/subscriptions?mode=test",
  );
});

test("payers of a plan whose contract is blocked are asked to sign again once, but those who have", async () => {
  const old = await insertPlan(world, { name: "Beans" });
  const next = await insertPlan(world, { name: "Beans" });
  const ask = (...more: string[]) =>
    operate(world.systemContext(), "ask-to-sign-again", old.id, next.id, "--json", ...more);
  const applied = ["--apply", "--reason", "blocked"];
  expect((await ask(...applied)).err).toContain("charged by the same contract");
  await world.db`
    update subscription_plans set deployment_id = ${world.deployment("live").id}
    where id = ${next.id}`;
  const subscribeTo = async (given: Partial<StoredSubscription>) => {
    const wallet: Address = `0x${randomBytes(20).toString("hex")}`;
    const customerId = await insertMailedCustomer(world, { source: "payment", wallet });
    return insertSubscription(world, { planId: old.id, payer: wallet, customerId, ...given });
  };
  const asked = await subscribeTo({});
  const moved = await subscribeTo({});
  await subscribeTo({ planId: next.id, payer: moved.payer, customerId: moved.customerId });
  await subscribeTo({ status: "cancelled", cancelledAt: new Date(), attemptAt: null });
  expect(JSON.parse((await ask()).out).finding.subscriptions).toEqual([asked.id]);
  expect(await stored()).toEqual([]);
  expect(JSON.parse((await ask(...applied)).out).result).toEqual({ asked: 1 });
  expect(JSON.parse((await ask(...applied)).out).result).toEqual({ asked: 0 });
  const audited = await world.db`
    select merchant_id, mode from audit_log where action = 'plan.ask_to_sign_again' and subject_id = ${old.id}`;
  expect(audited).toEqual([{ merchantId: world.merchant.id, mode: "test" }]);
  expect(await stored()).toHaveLength(1);
  const { button, ...mail } = await wordOf("subscription_to_sign_again");
  expect(button.url).toBe(`http://localhost:3000/subscribe/${next.id}`);
  expect(mailText({ button, ...mail })).toContain("needs a signature of its own");
  const [row] = await stored();
  if (!row) throw new Error("a mail was expected");
  expect(await whyMoot(world.systemContext(), row)).toBeNull();
  await insertSubscription(world, { planId: next.id, payer: asked.payer });
  expect(await whyMoot(world.systemContext(), row)).toBe("subscription_changed");
  await world.db`update subscription_plans set active = false, archived_at = now() where id = ${next.id}`;
  expect((await ask(...applied)).err).toContain("takes no new subscribers");
});

test("a merchant is told of a next term as of a renewal, and of no new subscriber", async () => {
  const current = await subscribe();
  const startAt = current.endAt as Date;
  const { planId, customerId } = current;
  const next = await insertSubscription(world, {
    planId,
    customerId,
    startAt,
    status: "trialing",
    enrolledAt: new Date(),
    nextChargeAt: startAt,
    attemptAt: startAt,
  });
  await tell("subscription.created", next.id);
  const mail = await wordOf("subscription_started");
  expect(mail.subject).toBe("Beans was renewed for another term: 10.00\u00a0USDC every 30 days");
  expect(mailText(mail)).toContain("A subscriber renewed Beans for another term");
  expect(mailText(mail)).not.toMatch(/new subscri/i);
});

test("the mails of an end name the plan's other term that goes on, and promise no charges only without one", async () => {
  const current = await subscribe({ status: "lapsed", attemptAt: null, closedAt: new Date() });
  const next = await insertSubscription(world, {
    planId: current.planId,
    customerId: current.customerId,
    startAt: current.endAt as Date,
    status: "trialing",
  });
  const texts = async () =>
    (await stored()).map((mail) => mailText(wordMail(world.systemContext(), mail)));
  await tell("subscription.lapsed", current.id);
  const lapsed = await texts();
  expect(lapsed).toHaveLength(2);
  for (const text of lapsed) {
    expect(text).toContain("The next term starts on");
    expect(text).not.toContain("charged again");
  }

  await world.db`truncate mails`;
  await change(current.id, { status: "active", closedAt: null });
  await cancelSubscription(world.merchantContext(), { id: next.id });
  const nextCancelled = await texts();
  expect(nextCancelled).toHaveLength(2);
  for (const text of nextCancelled) {
    expect(text).toContain("The current term continues until");
    expect(text).not.toContain("charged again");
  }

  await world.db`truncate mails`;
  await change(next.id, { status: "trialing", cancelledAt: null });
  await cancelSubscription(world.merchantContext(), { id: current.id });
  const both = await stored();
  expect(new Set(both.map(({ facts }) => facts.subscriptionId))).toEqual(
    new Set([current.id, next.id]),
  );
  for (const { preheader } of both.map((mail) => wordMail(world.systemContext(), mail))) {
    expect(preheader).toContain("won’t be charged again");
  }
});

import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { isSubscriptionAsAgreed } from "./is-subscription-as-agreed";
import { NotAsAgreedError } from "./not-as-agreed-error";
import { refOf } from "./ref-of";
import {
  type SubscribablePlan,
  type SubscriptionOptions,
  signSubscription,
} from "./sign-subscription";
import type { TypedData } from "./typed-data";

const account = privateKeyToAccount(generatePrivateKey());
const other = `0x${"b2".repeat(20)}`;
const now = 1_800_000_000n;
const token = { name: "USD Coin", version: "2", chainId: 8453, address: `0x${"c3".repeat(20)}` };
const plan: SubscribablePlan = {
  id: "plan_1",
  amount: "10",
  intervalSeconds: 2_592_000,
  trialDays: 7,
  maxCycles: null,
  ref: refOf("plan_1"),
  chainId: 8453,
  chainMerchantId: "7",
  tokenAddress: token.address,
  subscriptionsAddress: `0x${"d4".repeat(20)}`,
  registryAddress: `0x${"e5".repeat(20)}`,
};
const agreed = { amount: "10", cycles: 12 };
const options = { plan, token, permitNonce: "4", agreed, now };

/** A signer that keeps what it was asked for. */
function recorder() {
  const messages: TypedData[] = [];
  const signTypedData = (data: TypedData) => {
    messages.push(data);
    return account.signTypedData(data);
  };
  return { messages, address: account.address, signTypedData };
}

test("signs a permit of all charges on top of what is committed, from the end of the trial", async () => {
  const signer = recorder();
  const signed = await signSubscription(signer, { ...options, committed: "5" });
  const startAt = now + 7n * 86_400n;
  const endAt = startAt + 12n * 2_592_000n;
  expect(signed).toMatchObject({
    idempotencyKey: expect.stringMatching(/^subscribe-plan_1-[0-9a-f]{64}$/),
    subscriptionInternalId: "plan_1",
    interval: 2_592_000,
    startAt: String(startAt),
    endAt: String(endAt),
    permitData: { owner: account.address, value: "125", deadline: String(now + 900n) },
  });
  const [permit, intent] = signer.messages;
  if (!permit || !intent) throw new Error("there are two messages");
  const {
    payer = "",
    registry = "",
    merchantId = "",
    ref = "",
    startAt: start = "",
    ...message
  } = intent.message;
  const says = {
    ...{ payer, registry, merchantId, ref, startAt: start, token: token.address, amount: "10" },
    ...{ interval: "2592000", endAt: String(endAt), permitValue: "125", permitNonce: "4" },
    permitDeadline: message.permitDeadline ?? "",
  };
  const terms = {
    ...{
      chainId: 8453,
      manager: plan.subscriptionsAddress,
      payer,
      registry: plan.registryAddress,
      merchantId: 7n,
      ref: plan.ref,
    },
    ...{ token: token.address, amount: 10n, interval: 2_592_000n, permitValue: 125n, cycles: 12 },
    latestStart: Number(startAt),
  };
  const request = { permit, intent, signed: says };
  expect(isSubscriptionAsAgreed(terms, request)).toBe(true);
  expect(isSubscriptionAsAgreed({ ...terms, permitValue: 124n }, request)).toBe(false);
  expect(isSubscriptionAsAgreed({ ...terms, cycles: 11 }, request)).toBe(false);
  expect(isSubscriptionAsAgreed({ ...terms, latestStart: Number(startAt) - 1 }, request)).toBe(
    false,
  );
});

test("begins where a payer who has had the trial is charged next", async () => {
  const signer = recorder();
  const signed = await signSubscription(signer, { ...options, startAt: now });
  const endAt = now + 12n * 2_592_000n;
  expect(signed).toMatchObject({
    startAt: String(now),
    endAt: String(endAt),
    permitData: { value: "120", deadline: String(now + 900n) },
  });
  expect(signer.messages[1]?.message).toMatchObject({
    startAt: String(now),
    endAt: String(endAt),
  });
});

test("the key is of one signing: another payer and a later time have another one", async () => {
  const keyOf = async (change: Partial<SubscriptionOptions> = {}, signer = account) =>
    (await signSubscription(signer, { ...options, ...change })).idempotencyKey;
  const first = await keyOf();
  expect(await keyOf()).toBe(first);
  expect(await keyOf({}, privateKeyToAccount(generatePrivateKey()))).not.toBe(first);
  expect(await keyOf({ now: now + 1n })).not.toBe(first);
  expect(await keyOf({ idempotencyKey: "member-7" })).toBe("member-7");
});

test.each([
  ["amount", { plan: { ...plan, amount: "11" } }],
  ["cycles", { plan: { ...plan, maxCycles: 24 } }],
  ["interval", { agreed: { ...agreed, interval: 86_400n } }],
  ["manager", { agreed: { ...agreed, manager: other } }],
  ["merchantId", { agreed: { ...agreed, merchantId: "8" } }],
  ["ref", { plan: { ...plan, ref: refOf("plan_2") } }],
  ["token", { token: { ...token, address: other } }],
])("signs nothing when the %s is not as agreed", async (field, change) => {
  const signer = recorder();
  const error = await signSubscription(signer, { ...options, ...change }).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(NotAsAgreedError);
  expect(error).toMatchObject({ field });
  expect(signer.messages).toEqual([]);
});

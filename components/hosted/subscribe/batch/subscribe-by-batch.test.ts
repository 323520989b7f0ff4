import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followEnrolment } from "@/components/hosted/subscribe/follow-enrolment";
import { Subscriber } from "@/components/hosted/subscribe/subscriber";
import type { WalletProvider } from "@/lib/client/wallet/provider";
import type { Answer } from "@/lib/contract/payments/hosted-pay";
import type {
  DirectRequest,
  Standing,
  SubscribeActions,
  SubscriberCheck,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { account, now, page, signed } from "@/testing/subscribe-page";
import { followBatch } from "./follow-batch";
import { keepBatch, keptBatch } from "./kept-batch";
import { leaveBatch, resumeBatch, subscribeByBatch } from "./subscribe-by-batch";

const onchainId = `0x${"0c".repeat(32)}`;
const none: Standing = {
  ...{ name: "none", subscription: null, txHash: null, failureCode: null, submittedAt: null },
  asOf: "1",
};
const check: SubscriberCheck = {
  ...{ balance: "10", code: "contract", blocked: false, standing: none, dueNow: "10" },
  ...{ startAt: "2027-01-15T08:00:00.000Z", committed: "5", follows: false },
};
const direct: DirectRequest = {
  terms: { ...signed, permitDeadline: "0" },
  onchainId,
  committed: "5",
  asOf: new Date(now * 1_000).toISOString(),
};

const ok = async <T>(value: T): Promise<Answer<T>> => ({ ok: true, value });
const refused = (reason: string) => async () =>
  ({ ok: false, reason, retryAfterSeconds: null, requestId: null }) as const;

type Handler = (params: readonly unknown[]) => unknown;

/** A connected wallet that answers as told, at the terms of a plan. */
function open(answers: Record<string, Handler>, actions: Partial<SubscribeActions> = {}) {
  const asked: string[] = [];
  const provider: WalletProvider = {
    async request({ method, params = [] }) {
      asked.push(method);
      return answers[method]?.(params) ?? null;
    },
  };
  const given: { email: string; start: string | null }[] = [];
  const all: SubscribeActions = {
    checkSubscriber: () => ok(check),
    readStanding: () => ok(none),
    requestMandate: refused("asked_for_signatures"),
    requestDirect: ({ email, start }) => {
      given.push({ email, start });
      return ok(direct);
    },
    relayMandate: refused("never"),
    recordPlanPayer: () => ok(null),
    mintPlanTokens: () => ok(null),
    ...actions,
  };
  const subscriber = new Subscriber({ ...page, start: "sealed" }, all, 0);
  const { wallet, store } = subscriber;
  const choice = { id: "w", name: "Wallet", icon: null };
  wallet.provider = provider;
  wallet.store.dispatch({ type: "connect", wallet: choice });
  wallet.store.dispatch({ type: "connected", account, chainId: page.network.chainId });
  store.dispatch({ type: "checked", account, check });
  return { subscriber, store, wallet, asked, given };
}

const code = (value: number) => () => {
  throw Object.assign(new Error("refused"), { code: value });
};
const kept = () => keptBatch(page.planId, account);

afterEach(() => vi.unstubAllGlobals());
beforeEach(() => keepBatch(page.planId, account, null));

test("the batch is kept before the wallet is asked, under the id that it is asked with", async () => {
  let seen: unknown;
  const { subscriber, store, given } = open({
    wallet_sendCalls: ([batch]) => {
      seen = [kept()?.id === (batch as { id: string }).id, store.get().batch?.phase];
      return { id: "0xown" };
    },
  });
  await subscribeByBatch(subscriber, "payer@example.com");
  expect(seen).toEqual([true, "asked"]);
  expect(kept()).toEqual({ id: "0xown", onchainId });
  expect(store.get().batch).toMatchObject({ phase: "sent", id: "0xown", onchainId });
  expect(given).toEqual([{ email: "payer@example.com", start: "sealed" }]);
});

test("terms that are not those of the page never reach the wallet", async () => {
  const terms = { ...direct.terms, permitValue: "126" };
  const { subscriber, asked, wallet } = open({}, { requestDirect: () => ok({ ...direct, terms }) });
  await subscribeByBatch(subscriber, "");
  expect(asked).toEqual([]);
  expect(wallet.connected?.task).toMatchObject({ name: "refused", reason: "not_as_shown" });
  expect(kept()).toBeNull();
});

test("a refusal of the server's is shown, and the wallet is not asked", async () => {
  const { subscriber, asked, wallet } = open({}, { requestDirect: refused("payer_blocked") });
  await subscribeByBatch(subscriber, "");
  expect(asked).toEqual([]);
  expect(wallet.connected?.unusable).toBe("blocked");
  const poor = open({}, { requestDirect: refused("insufficient_balance") });
  await subscribeByBatch(poor.subscriber, "");
  expect(poor.wallet.connected?.task).toMatchObject({ name: "refused" });
});

test.each([4001, 5750])(
  "after %i nothing is kept, and no signature is asked for",
  async (value) => {
    const { subscriber, store, asked } = open({ wallet_sendCalls: code(value) });
    await subscribeByBatch(subscriber, "");
    expect(store.get().batch).toMatchObject({ phase: "declined", problem: "rejected" });
    expect(store.get().noBatch).toBe(false);
    expect(kept()).toBeNull();
    expect(asked).toEqual(["wallet_sendCalls"]);
  },
);

test.each([5700, 5760, 4200, -32601])(
  "after %i the two signatures are asked for",
  async (value) => {
    const { subscriber, store, wallet } = open({ wallet_sendCalls: code(value) });
    await subscribeByBatch(subscriber, "");
    expect(store.get()).toMatchObject({ batch: null, noBatch: true });
    expect(kept()).toBeNull();
    expect(wallet.connected?.task).toMatchObject({ reason: "asked_for_signatures" });
  },
);

test.each([4900, -32603, 5720])("after %i it is not known whether it was sent", async (value) => {
  const { subscriber, store, wallet } = open({ wallet_sendCalls: code(value) });
  await subscribeByBatch(subscriber, "");
  expect(store.get().batch?.phase).toBe("unsure");
  expect(kept()?.id).toBe(store.get().batch?.id);
  expect(wallet.connected?.task.name).toBe("review");
});

test("a page that is loaded again takes up what was kept for this account alone", () => {
  keepBatch(page.planId, account, { id: "0x1", onchainId });
  const { subscriber, store } = open({});
  resumeBatch(subscriber);
  expect(store.get().batch).toMatchObject({ phase: "unsure", id: "0x1", onchainId });
  keepBatch(page.planId, account, null);
  keepBatch(page.planId, `0x${"b2".repeat(20)}`, { id: "0x2", onchainId });
  const other = open({});
  resumeBatch(other.subscriber);
  expect(other.store.get().batch).toBeNull();
});

test("a late refusal after starting over changes nothing, and a late confirmation is followed", async () => {
  const waiting: { give(value: unknown): void; fail(error: Error): void }[] = [];
  const answers = {
    wallet_sendCalls: () => new Promise((give, fail) => void waiting.push({ give, fail })),
  };
  const { subscriber, store } = open(answers);
  const first = subscribeByBatch(subscriber, "");
  await expect.poll(() => waiting.length).toBe(1);
  leaveBatch(subscriber);
  waiting[0]?.fail(Object.assign(new Error("declined"), { code: 4001 }));
  await first;
  expect(store.get().batch).toBeNull();
  const second = subscribeByBatch(subscriber, "");
  await expect.poll(() => waiting.length).toBe(2);
  leaveBatch(subscriber);
  waiting[1]?.give({ id: "0xlate" });
  await second;
  expect(store.get().batch).toMatchObject({ phase: "sent", id: "0xlate" });
});

test("a batch that has subscribed is forgotten, and the server is asked for it by its id", async () => {
  vi.stubGlobal("document", { hidden: false });
  keepBatch(page.planId, account, { id: "0x1", onchainId });
  const asked: (string | undefined)[] = [];
  const standings: Standing[] = [
    { ...none, asOf: "2" },
    { ...none, name: "creating", asOf: "3" },
    { ...none, name: "live", asOf: "4" },
  ];
  const { subscriber, store } = open(
    {},
    {
      readStanding: (input) => {
        asked.push(input.onchainId);
        return ok(standings.shift() ?? none);
      },
    },
  );
  resumeBatch(subscriber);
  vi.useFakeTimers();
  const stop = followEnrolment(subscriber);
  await vi.advanceTimersByTimeAsync(4_100);
  expect(kept()?.id).toBe("0x1");
  await vi.advanceTimersByTimeAsync(2_000);
  stop();
  vi.useRealTimers();
  expect(store.get().batch).toBeNull();
  expect(kept()).toBeNull();
  expect(asked).toEqual([onchainId, onchainId, onchainId]);
});

const hash = `0x${"ab".repeat(32)}`;

test.each([
  ["100", { status: 100 }, { phase: "sent" }, true],
  [
    "200",
    { status: 200, receipts: [{ transactionHash: hash, status: "0x1" }] },
    { phase: "sent", txHash: hash },
    true,
  ],
  ["400", { status: 400 }, { phase: "failed" }, false],
  ["500", { status: 500 }, { phase: "failed" }, false],
  ["600", { status: 600 }, { phase: "partly" }, false],
  ["nothing", null, { phase: "unsure" }, true],
] as const)(
  "a wallet that says %s of a batch: %j, %j, and it stays kept: %s",
  async (_, said, expected, isKept) => {
    vi.stubGlobal("document", { hidden: false });
    keepBatch(page.planId, account, { id: "0x1", onchainId });
    const { subscriber, store, asked } = open({ wallet_getCallsStatus: () => said });
    resumeBatch(subscriber);
    const stop = followBatch(subscriber);
    await expect.poll(() => asked).toEqual(["wallet_getCallsStatus"]);
    await new Promise((resolve) => setTimeout(resolve, 5));
    stop();
    expect(store.get().batch).toMatchObject(expected);
    expect(kept() !== null).toBe(isKept);
  },
);

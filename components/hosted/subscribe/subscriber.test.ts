import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { walletPart } from "@/components/hosted/pay/later-screens";
import { walletSteps } from "@/components/hosted/pay/wallet-controller";
import { leaveBatch, resumeBatch } from "@/components/hosted/subscribe/batch/subscribe-by-batch";
import type { WalletProvider } from "@/lib/client/wallet/provider";
import {
  rememberedSigned,
  rememberSigned,
  rememberWallet,
} from "@/lib/client/wallet/remembered-wallet";
import type { Answer } from "@/lib/contract/payments/hosted-pay";
import type {
  Standing,
  SubscribeActions,
  SubscriberCheck,
} from "@/lib/contract/subscriptions/hosted-subscribe";
import { account, page } from "@/testing/subscribe-page";
import { keepBatch } from "./batch/kept-batch";
import { followEnrolment } from "./follow-enrolment";
import { resendMandate, signAndSubscribe } from "./sign-and-subscribe";
import { Subscriber, walletSide } from "./subscriber";
import { tryAgain } from "./try-again";

const other = `0x${"b2".repeat(20)}`;
const standing = (name: Standing["name"], asOf: string): Standing => ({
  ...{ name, subscription: null, txHash: null, failureCode: null },
  ...{ submittedAt: "t1", asOf },
});
const ok = async <T>(value: T): Promise<Answer<T>> => ({ ok: true, value });
const refused = async (): Promise<Answer<never>> => ({
  ...{ ok: false, reason: "not_found", retryAfterSeconds: null, requestId: null },
});

beforeAll(async () => {
  await Promise.all([walletSteps.load(), walletPart.load(), walletSide.load()]);
});
beforeEach(() => rememberWallet(null));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A payer whose wallet is connected: one of the browser, or one that is paired. */
async function connected(
  id: "example.wallet" | "more.walletconnect",
  given: Partial<SubscribeActions> = {},
) {
  const listeners = new Map<string, (payload: unknown) => void>();
  const provider: WalletProvider = {
    async request({ method }) {
      return method === "eth_chainId" ? page.network.chainId : [account];
    },
    on: (event, listener) => listeners.set(event, listener),
  };
  const check = async ({ payer }: { payer: string }): Promise<Answer<SubscriberCheck>> =>
    ok({
      ...{ balance: "10", code: "none", blocked: false, dueNow: "10", committed: "0" },
      ...{ startAt: page.createdAt, follows: false },
      standing: standing("none", payer === account ? "1" : "9"),
    });
  const actions: SubscribeActions = {
    checkSubscriber: check,
    readStanding: refused,
    requestMandate: refused,
    requestDirect: refused,
    relayMandate: refused,
    recordPlanPayer: refused,
    mintPlanTokens: refused,
    ...given,
  };
  const subscriber = new Subscriber(page, actions, 0);
  const { wallet, store } = subscriber;
  wallet.found([{ id, name: "Wallet", icon: null, provider }], true);
  await wallet.connect(id);
  return {
    subscriber,
    wallet,
    stand: (name: Standing["name"], asOf: string) =>
      store.dispatch({ type: "standing", account, standing: standing(name, asOf) }),
    share: (accounts: string[]) => listeners.get("accountsChanged")?.(accounts),
    step: () => wallet.store.get().step,
  };
}

type Connected = Awaited<ReturnType<typeof connected>>;

function takeUpBatch({ subscriber }: Connected) {
  keepBatch(page.planId, account, { id: "0x1", onchainId: "0x2" });
  resumeBatch(subscriber);
  keepBatch(page.planId, account, null);
}

const sent: [string, (payer: Connected) => void][] = [
  ["a batch that the wallet was asked for", takeUpBatch],
  ["a subscription on its way", ({ stand }) => stand("creating", "2")],
  [
    "a subscription that has begun here",
    ({ stand }) => {
      stand("creating", "2");
      stand("live", "3");
    },
  ],
];

test.each(sent)("%s stays on the page when its wallet is locked", async (_, send) => {
  const payer = await connected("example.wallet");
  send(payer);
  payer.share([]);
  expect(payer.step()).toMatchObject({ name: "connected", account });
});

test.each(sent)("%s stays on the page when its wallet ends the connection", async (_, send) => {
  const payer = await connected("more.walletconnect");
  send(payer);
  payer.wallet.ended();
  expect(payer.step()).toMatchObject({ name: "connected", account });
  expect(payer.wallet.provider).toBeNull();
});

test.each([
  ["nothing", () => {}],
  ["what failed", ({ stand }: Connected) => stand("failed", "2")],
  ["a subscription from before", ({ stand }: Connected) => stand("live", "2")],
])("with %s the page goes with its wallet", async (_, send) => {
  const locked = await connected("example.wallet");
  send(locked);
  locked.share([]);
  expect(locked.step().name).toBe("choose");
  const ended = await connected("more.walletconnect");
  send(ended);
  ended.wallet.ended();
  expect(ended.step()).toMatchObject({ name: "connect", problem: "ended" });
});

test("another account of the wallet follows nothing of the former one", async () => {
  const { stand, share, step } = await connected("example.wallet");
  stand("creating", "2");
  share([other]);
  expect(step()).toMatchObject({ name: "connected", account: other });
  share([]);
  expect(step().name).toBe("choose");
});

test("a payer who begins again chooses a wallet where the former one is gone", async () => {
  const failed = await connected("more.walletconnect");
  failed.stand("creating", "2");
  failed.wallet.ended();
  failed.stand("failed", "3");
  tryAgain(failed.subscriber);
  expect(failed.step().name).toBe("choose");
  const unsure = await connected("more.walletconnect");
  takeUpBatch(unsure);
  unsure.wallet.ended();
  leaveBatch(unsure.subscriber);
  expect(unsure.step().name).toBe("choose");
});

test("what was signed before the page was loaded again is sent, and that it has begun is told", async () => {
  const { subscriber } = await connected("example.wallet", {
    relayMandate: () => ok(standing("live", "2")),
  });
  rememberSigned(page.planId, { signed: { payer: account } });
  await resendMandate(subscriber);
  expect(subscriber.store.get()).toMatchObject({ enrolling: true, standing: { name: "live" } });
  expect(rememberedSigned(page.planId, account)).toBeNull();
});

test("an enrolment that was relayed is followed by its own id", async () => {
  vi.stubGlobal("document", { hidden: false });
  const asked: (string | undefined)[] = [];
  const { subscriber, stand } = await connected("example.wallet", {
    readStanding: ({ subscriptionId }) => {
      asked.push(subscriptionId);
      return ok(standing("failed", "3"));
    },
  });
  const { store } = subscriber;
  stand("creating", "2");
  const subscription: Standing["subscription"] = {
    ...{ id: "sub_1", status: "pending", follows: true, paused: false, nextChargeAt: null },
    ...{ paidUntil: null, endAt: null, charged: "0" },
  };
  const relayed = { ...standing("creating", "2.5"), subscription };
  store.dispatch({ type: "standing", account, standing: relayed });
  vi.useFakeTimers();
  const stop = followEnrolment(subscriber);
  await vi.advanceTimersByTimeAsync(4_100);
  stop();
  expect(asked).toEqual(["sub_1", undefined]);
});

test.each([
  ["email_invalid", 0],
  // It costs the mails, and not the subscription.
  ["rate_limited", 1],
] as const)(
  "an address that is refused with %s before anything is signed leaves %i request",
  async (reason, requests) => {
    const asked: string[] = [];
    const { subscriber, wallet } = await connected("example.wallet", {
      recordPlanPayer: async () => ({ ...(await refused()), reason }),
      requestMandate: async ({ payer }) => {
        asked.push(payer);
        return refused();
      },
    });
    await signAndSubscribe(subscriber, "ada@x.c0m");
    expect(asked).toHaveLength(requests);
    const told = requests === 0 ? reason : "not_found";
    expect(wallet.connected?.task).toMatchObject({ name: "refused", reason: told });
  },
);

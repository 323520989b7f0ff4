import { expect, test } from "vitest";
import { isCompact, isUnpaid } from "@/components/hosted/pay/screen-of";
import type { Standing, SubscriberCheck } from "@/lib/contract/subscriptions/hosted-subscribe";
import {
  type Batch,
  initialSubscribeState,
  isChargedApart,
  likeOf,
  reduceSubscribe,
  type SubscribeState,
  subscribeScreenOf,
} from "./subscribe-state";

const open = {
  active: true,
  merchant: {
    name: "Acme",
    website: null,
    supportEmail: null,
    logo: null,
    open: true,
    timeZone: "UTC",
  },
};

const standing = (name: Standing["name"], asOf: string, submittedAt: string | null = null) =>
  ({ name, subscription: null, txHash: null, failureCode: null, submittedAt, asOf }) as const;

function checked(state: SubscribeState, found: Standing, account = "0x1"): SubscribeState {
  const check: SubscriberCheck = {
    balance: "0",
    code: "none",
    blocked: false,
    standing: found,
    dueNow: "1",
    startAt: "2027-01-01T00:00:00.000Z",
    committed: "0",
    follows: false,
  };
  return reduceSubscribe(state, { type: "checked", account, check });
}

test("who subscribes already is told so before anything is signed", () => {
  const state = checked(initialSubscribeState, standing("live", "1"));
  expect(subscribeScreenOf(open, state, "confirm")).toBe("subscribed");
  expect(subscribeScreenOf(open, state, "choose")).toBeNull();
  const renewing = reduceSubscribe(state, { type: "renew" });
  expect(subscribeScreenOf(open, renewing, "confirm")).toBeNull();
});

test("an enrolment that was made here ends in its receipt", () => {
  const begun = checked(initialSubscribeState, standing("creating", "1", "t1"));
  expect(subscribeScreenOf(open, begun, "confirm")).toBe("creating");
  const done = reduceSubscribe(begun, {
    type: "standing",
    account: "0x1",
    standing: standing("live", "2", "t1"),
  });
  expect(subscribeScreenOf(open, done, "confirm")).toBe("enrolled");
});

test("what was relayed from here and has begun before its answer came ends in its receipt", () => {
  const sent = (state: SubscribeState) =>
    reduceSubscribe(state, {
      ...{ type: "standing", account: "0x1", standing: standing("live", "2", "t1") },
      sent: true,
    });
  const first = sent(checked(initialSubscribeState, standing("none", "1")));
  expect(subscribeScreenOf(open, first, "confirm")).toBe("enrolled");
  const live = checked(initialSubscribeState, standing("live", "1"));
  const next = sent(reduceSubscribe(live, { type: "renew" }));
  expect(subscribeScreenOf(open, next, "confirm")).toBe("enrolled");
  // A look at the wallet was answered first.
  const late = sent(checked(initialSubscribeState, standing("live", "3")));
  expect(subscribeScreenOf(open, late, "confirm")).toBe("enrolled");
});

test("the first charge comes at another time than the page says without a trial that it has, and after another", () => {
  const check = (dueNow: string, follows = false) => {
    const state = checked(initialSubscribeState, standing("none", "1"));
    return state.check && { ...state.check, dueNow, follows };
  };
  const apart = (trialDays: number, found: SubscriberCheck | null) =>
    isChargedApart({ trialDays }, found);
  expect([apart(0, null), apart(0, check("10")), apart(14, check("0"))]).not.toContain(true);
  expect([apart(14, check("10")), apart(0, check("0", true)), apart(14, check("0", true))]).toEqual(
    [true, true, true],
  );
});

test("a standing that was read earlier, or is another account's, changes nothing", () => {
  const state = checked(initialSubscribeState, standing("live", "2"));
  const old = { type: "standing", account: "0x1", standing: standing("none", "1") } as const;
  expect(reduceSubscribe(state, old)).toBe(state);
  const strange = { type: "standing", account: "0x2", standing: standing("none", "3") } as const;
  expect(reduceSubscribe(state, strange)).toBe(state);
});

test("what failed is shown until the payer leaves it behind, and a later failure is shown again", () => {
  const failed = checked(initialSubscribeState, standing("failed", "1", "t1"));
  expect(subscribeScreenOf(open, failed, "confirm")).toBe("failed");
  const again = reduceSubscribe(failed, { type: "try_again" });
  expect(subscribeScreenOf(open, again, "confirm")).toBeNull();
  const later = checked(again, standing("failed", "2", "t2"));
  expect(subscribeScreenOf(open, later, "confirm")).toBe("failed");
  const removed = checked(initialSubscribeState, standing("failed", "1"));
  expect(subscribeScreenOf(open, removed, "confirm")).toBeNull();
});

test("nobody signs for a closed plan or merchant, but who subscribes still sees it", () => {
  const archived = { ...open, active: false };
  const closed = { ...open, merchant: { ...open.merchant, open: false } };
  expect(subscribeScreenOf(archived, initialSubscribeState, "choose")).toBe("archived");
  expect(subscribeScreenOf(closed, initialSubscribeState, "choose")).toBe("closed");
  const state = checked(initialSubscribeState, standing("live", "1"));
  expect(subscribeScreenOf(archived, state, "confirm")).toBe("subscribed");
});

const batch: Batch = {
  phase: "asked",
  id: "0x1",
  onchainId: "0x2",
  calls: [],
  problem: null,
  txHash: null,
};

function withBatch(state: SubscribeState, phase: Batch["phase"], account = "0x1"): SubscribeState {
  return reduceSubscribe(state, { type: "batch", account, batch: { ...batch, phase } });
}

test.each([
  ["asked", "batch_asked"],
  ["sent", "batch_sent"],
  ["unsure", "batch_sent"],
  ["declined", "batch_over"],
  ["failed", "batch_over"],
  ["partly", "batch_over"],
] as const)(
  "a batch that is %s shows %s, also where the plan was closed meanwhile",
  (phase, screen) => {
    const state = withBatch(checked(initialSubscribeState, standing("none", "1")), phase);
    expect(subscribeScreenOf(open, state, "confirm")).toBe(screen);
    expect(subscribeScreenOf({ ...open, active: false }, state, "confirm")).toBe(screen);
  },
);

test("another account's batch changes nothing", () => {
  const state = checked(initialSubscribeState, standing("none", "1"));
  expect(withBatch(state, "asked", "0x2")).toBe(state);
});

test("the server's word goes before the wallet's, and a batch that subscribed ends in the receipt", () => {
  const begun = withBatch(checked(initialSubscribeState, standing("none", "1")), "unsure");
  const at = (name: Standing["name"], asOf: string) =>
    ({ type: "standing", account: "0x1", standing: standing(name, asOf) }) as const;
  const seen = reduceSubscribe(begun, at("creating", "2"));
  expect(subscribeScreenOf(open, seen, "confirm")).toBe("creating");
  // Its block was replaced.
  const lost = reduceSubscribe(seen, at("none", "3"));
  expect(subscribeScreenOf(open, lost, "confirm")).toBe("batch_sent");
  const live = reduceSubscribe(begun, at("live", "2"));
  expect(live.batch).toBeNull();
  expect(subscribeScreenOf(open, live, "confirm")).toBe("enrolled");
});

test("a batch for what follows is awaited while the one before is live", () => {
  const live = checked(initialSubscribeState, standing("live", "1"));
  const begun = withBatch(reduceSubscribe(live, { type: "renew" }), "sent");
  const at = (asOf: string, follows: boolean) => {
    const subscription: Standing["subscription"] = {
      ...{ id: "sub_1", status: "active", follows, paused: false, nextChargeAt: null },
      ...{ paidUntil: null, endAt: null, charged: "0" },
    };
    const found = { ...standing("live", asOf), subscription };
    return reduceSubscribe(begun, { type: "standing", account: "0x1", standing: found });
  };
  expect(subscribeScreenOf(open, at("2", false), "confirm")).toBe("batch_sent");
  expect(subscribeScreenOf(open, at("2", true), "confirm")).toBe("enrolled");
});

test("a screen that follows another one takes the focus, and none of what was sent may be paid again", () => {
  const ways = [
    ["batch_asked", "batch_sent", "creating", "enrolled"],
    ["batch_sent", "batch_over"],
    ["sending", "creating", "failed"],
  ] as const;
  for (const way of ways) {
    const like = way.map((screen) => likeOf[screen]);
    expect(new Set(like).size).toBe(way.length);
    expect(like.filter((screen) => isUnpaid(screen) || !isCompact(screen))).toEqual([]);
  }
});

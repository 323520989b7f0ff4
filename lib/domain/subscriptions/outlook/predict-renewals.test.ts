import { expect, test } from "vitest";
import { lowerHex } from "@/lib/core/chain/hex";
import { seeded } from "@/testing/random-history";
import type { KnownPosition } from "./payer-positions";
import { payerTokenKey } from "./payer-token";
import { predictRenewals } from "./predict-renewals";
import type { AheadRenewal } from "./renewals-ahead";

const PAYERS = 10_000;
const HOURS = 168;
const HOUR_MS = 3_600_000;
const START = Date.parse("2026-04-27T00:00:00Z");
const random = seeded(20_260_427);
const tokens = ["11", "22"].map((byte) => lowerHex(`0x${byte.repeat(20)}`));

interface Subscription {
  readonly id: string;
  readonly token: string;
  readonly amount: bigint;
  /** Hours from the start to the first charge, and between charges. */
  readonly first: number;
  readonly every: number;
  readonly isPaused: boolean;
  readonly wasBlocked: boolean;
}

interface Payer {
  readonly address: `0x${string}`;
  readonly subscriptions: Subscription[];
  /** By token; without an entry no node has answered. */
  readonly funds: Map<string, KnownPosition>;
}

function newPayer(index: number): Payer {
  const address = lowerHex(`0x${index.toString(16).padStart(40, "0")}`);
  const subscriptions = Array.from({ length: 1 + random(5) }, (_, at) => ({
    id: `sub_${index}x${at}`,
    token: tokens[random(2)] ?? "",
    amount: BigInt(1 + random(25)),
    first: random(HOURS),
    every: [24, 72, 168, 720][random(4)] ?? 24,
    isPaused: random(8) === 0,
    wasBlocked: random(15) === 0,
  }));
  const funds = tokens.flatMap((token) => {
    if (random(10) === 0) return [];
    const position: KnownPosition = {
      balance: BigInt(random(120)),
      allowance: BigInt(random(120)),
      blocked: random(20) === 0,
      paused: random(40) === 0,
      underWay: 0n,
      readAt: new Date(START),
    };
    return [[token, position] as const];
  });
  return { address, subscriptions, funds: new Map(funds) };
}

const renewalAt = (payer: Payer, one: Subscription, hour: number): AheadRenewal => ({
  subscriptionId: one.id,
  planId: null,
  customerId: null,
  status: one.wasBlocked ? "past_due" : "active",
  failureCode: one.wasBlocked ? "address_blocked" : null,
  isPaused: one.isPaused,
  deploymentId: "dep_1",
  payer: payer.address,
  tokenAddress: lowerHex(one.token),
  currency: "USDC",
  amount: one.amount,
  dueAt: new Date(START + hour * HOUR_MS),
});

const isDueAt = ({ first, every }: Subscription, hour: number) =>
  hour >= first && (hour - first) % every === 0;

/** Goes through the hours as the chain does: one charge after the other, each with what the earlier ones have left. */
function simulate(payer: Payer): Map<string, string | null> {
  const wallets = new Map([...payer.funds].map(([token, funds]) => [token, { ...funds }]));
  const outcomes = new Map<string, string | null>();
  for (let hour = 0; hour < HOURS; hour += 1) {
    for (const one of payer.subscriptions.filter((subscription) => isDueAt(subscription, hour))) {
      const wallet = wallets.get(one.token);
      const name = `${one.id} ${hour}`;
      if (one.isPaused) outcomes.set(name, "subscription_paused");
      else if (one.wasBlocked) outcomes.set(name, "address_blocked");
      else if (!wallet) outcomes.set(name, "unknown");
      else if (wallet.paused) outcomes.set(name, "token_paused");
      else if (wallet.blocked) outcomes.set(name, "address_blocked");
      else if (wallet.allowance < one.amount) outcomes.set(name, "insufficient_allowance");
      else if (wallet.balance < one.amount) outcomes.set(name, "insufficient_balance");
      else {
        outcomes.set(name, null);
        wallet.balance -= one.amount;
        wallet.allowance -= one.amount;
      }
    }
  }
  return outcomes;
}

test(`of ${PAYERS} payers each renewal is predicted as a simulation of the chain ends it`, () => {
  const payers = Array.from({ length: PAYERS }, (_, index) => newPayer(index + 1));
  const due = payers.flatMap((payer) =>
    payer.subscriptions.flatMap((one) =>
      Array.from({ length: HOURS }, (_, hour) => hour)
        .filter((hour) => isDueAt(one, hour))
        .map((hour) => renewalAt(payer, one, hour)),
    ),
  );
  due.sort(
    (one, other) =>
      one.dueAt.getTime() - other.dueAt.getTime() ||
      (one.subscriptionId < other.subscriptionId ? -1 : 1),
  );
  const positions = new Map(
    payers.flatMap(({ address, funds }) =>
      [...funds].map(([token, position]) => {
        const payer = { deploymentId: "dep_1", payer: address, tokenAddress: lowerHex(token) };
        return [payerTokenKey(payer), position] as const;
      }),
    ),
  );
  const wanted = due.filter(({ isPaused }) => !isPaused);
  const outlookOf = predictRenewals({ due: wanted, positions });
  const expected = new Map(payers.flatMap((payer) => [...simulate(payer)]));
  const kinds = new Map<string | null, number>();
  let wrong = 0;
  for (const renewal of due) {
    const hour = (renewal.dueAt.getTime() - START) / HOUR_MS;
    const { blocker, missing } = outlookOf(renewal);
    if (blocker !== expected.get(`${renewal.subscriptionId} ${hour}`)) wrong += 1;
    const isShort = blocker === "insufficient_balance" || blocker === "insufficient_allowance";
    if (isShort !== (missing !== null && missing > 0n)) wrong += 1;
    kinds.set(blocker, (kinds.get(blocker) ?? 0) + 1);
  }
  expect(expected.size).toBe(due.length);
  expect(wrong).toBe(0);
  expect([...kinds.values()].every((count) => count > 100)).toBe(true);
  expect(kinds.size).toBe(7);
});

test("with a charge under way, what might not be left for others is unknown", () => {
  const subscription = {
    id: "sub_1",
    token: tokens[0] ?? "",
    amount: 10n,
    first: 0,
    every: 720,
    isPaused: false,
    wasBlocked: false,
  };
  const payer = newPayer(1);
  const renewal = renewalAt(payer, subscription, 1);
  const blockerWith = (funds: Partial<KnownPosition>) => {
    const position = {
      balance: 20n,
      allowance: 20n,
      blocked: false,
      paused: false,
      underWay: 5n,
      readAt: new Date(START),
      ...funds,
    };
    const positions = new Map([[payerTokenKey(renewal), position]]);
    return predictRenewals({ due: [renewal], positions })(renewal).blocker;
  };
  expect(blockerWith({})).toBe(null);
  expect(blockerWith({ balance: 12n })).toBe("unknown");
  expect(blockerWith({ balance: 9n })).toBe("insufficient_balance");
  expect(predictRenewals({ due: [], positions: new Map() })(renewal).blocker).toBe("unknown");
});

import { groupBy } from "@/chaos/checks/invariant";
import type { ChargeFact, RenewalEvidence } from "./renewal-evidence";
import { DAY, firstDay, type Subscriber, type SubscriberKind } from "./subscriber";

/** A sentence that has to be true after every run. */
export interface RenewalInvariant {
  readonly name: string;
  violations(evidence: RenewalEvidence): string[];
}

const written = ({ onchainId, period, number, amount, txHash }: ChargeFact): string =>
  [onchainId, period, number, amount, txHash].join(" ");

/** The first day on which a merchant, or the payer, keeps each kind from being charged, and the last. */
const excused: Partial<Record<SubscriberKind, readonly [number, number]>> = {
  cancelled: [2, Number.POSITIVE_INFINITY],
  "given up": [2, Number.POSITIVE_INFINITY],
  leaving: [2, Number.POSITIVE_INFINITY],
  short: [3, Number.POSITIVE_INFINITY],
  paused: [1, 1],
};

/** When the period of a day begins, milliseconds by the chain's clock. */
const beginOf = (subscriber: Subscriber, day: number): number =>
  (Number(subscriber.terms.startAt) + (day - firstDay(subscriber)) * DAY) * 1_000;

/** From when on nothing is charged because a grace period has ended, milliseconds by the chain's clock. */
const lapseOf = ({ status, graceEndsAt }: Account["row"]): number =>
  status === "lapsed" && graceEndsAt ? graceEndsAt.getTime() : Number.POSITIVE_INFINITY;

interface Account {
  readonly subscriber: Subscriber;
  readonly name: string;
  readonly row: RenewalEvidence["rows"]["subscriptions"][number];
  readonly charges: RenewalEvidence["rows"]["charges"];
  readonly events: RenewalEvidence["rows"]["events"];
  /** How many events of a type. */
  told(type: string): number;
  /** How many mails of a kind. */
  mailed(kind: string): number;
}

/** Each subscriber with what the books say; one that they do not know is a violation of its own. */
function accountsOf({ subscribers, rows }: RenewalEvidence): Account[] {
  return subscribers.flatMap((subscriber) => {
    const row = rows.subscriptions.find(({ onchainId }) => onchainId === subscriber.onchainId);
    // What a payer signed for the relay may run out while nothing works.
    if (!row || (subscriber.kind === "relayed" && row.enrolledAt === null)) return [];
    const events = rows.events.filter(({ resourceId }) => resourceId === row.id);
    return {
      subscriber,
      row,
      events,
      name: `${subscriber.kind} ${row.id}`,
      charges: rows.charges.filter(({ subscriptionId }) => subscriptionId === row.id),
      told: (type) => events.filter((event) => event.type === `subscription.${type}`).length,
      mailed: (kind) =>
        rows.mails.filter((mail) => mail.kind === kind && mail.dedupeKey.includes(row.id)).length,
    } satisfies Account;
  });
}

const ofEach =
  (look: (account: Account, evidence: RenewalEvidence) => string[]) =>
  (evidence: RenewalEvidence): string[] =>
    accountsOf(evidence).flatMap((account) =>
      look(account, evidence).map((what) => `${account.name}: ${what}`),
    );

export const renewalInvariants: readonly RenewalInvariant[] = [
  {
    name: "every subscriber is in the books, once",
    violations: ({ subscribers, rows }) => [
      ...subscribers.flatMap(({ onchainId, kind }) => {
        const count = rows.subscriptions.filter((row) => row.onchainId === onchainId).length;
        return count === 1 || kind === "relayed" ? [] : [`${kind} ${onchainId}: ${count} rows`];
      }),
      ...(rows.subscriptions.length <= subscribers.length
        ? []
        : [`${rows.subscriptions.length} rows of ${subscribers.length}`]),
    ],
  },
  {
    name: "charges are what the contract made: none missing, phantom or double",
    violations: ({ rows, chain }) => {
      const booked = rows.charges.map(written);
      const made = chain.map(written);
      return [
        ...made.filter((text) => !booked.includes(text)).map((text) => `missing: ${text}`),
        ...booked.filter((text) => !made.includes(text)).map((text) => `phantom: ${text}`),
        ...rows.charges
          .filter(({ status }) => status !== "confirmed")
          .map((charge) => `${charge.status}: ${written(charge)}`),
      ];
    },
  },
  {
    name: "no period is charged twice, above its price, or before it begins",
    violations: (evidence) => {
      const { chain, subscribers } = evidence;
      const byPeriod = groupBy(chain, ({ onchainId, period }) => `${onchainId} ${period}`);
      const twice = [...byPeriod].filter(([, charges]) => charges.length > 1);
      return [
        ...twice.map(([key]) => `twice: ${key}`),
        ...chain.flatMap((charge) => {
          const terms = subscribers.find(({ onchainId }) => onchainId === charge.onchainId)?.terms;
          if (!terms) return [`nobody agreed to ${written(charge)}`];
          const start = Number(terms.startAt) + charge.period * DAY;
          const isRight = charge.amount === terms.amount && charge.time >= start;
          return isRight ? [] : [`${written(charge)} at ${charge.time}, due ${start}`];
        }),
      ];
    },
  },
  {
    name: "no period is passed over without a recorded cause",
    violations: ofEach(({ subscriber, row, charges, told }, { days }) => {
      const [from, to] = excused[subscriber.kind] ?? [Number.POSITIVE_INFINITY, 0];
      const paid = new Set(charges.map(({ period }) => period + firstDay(subscriber)));
      const missing = Array.from({ length: days + 1 }, (_, day) => day).filter(
        (day) =>
          day >= firstDay(subscriber) &&
          !(day >= from && day <= to) &&
          !paid.has(day) &&
          beginOf(subscriber, day) < lapseOf(row),
      );
      const failures = told("charge_failed");
      return missing.length <= failures ? [] : [`days ${missing.join(", ")}, ${failures} failures`];
    }),
  },
  {
    name: "no charge is signed for that is made already",
    violations: ({ rows }) =>
      [...groupBy(rows.signed, ({ subscriptionId, period }) => `${subscriptionId} ${period}`)]
        .filter(([, signed]) => {
          const made = signed.findIndex(({ outcome }) => outcome === "charged");
          return made >= 0 && made < signed.length - 1;
        })
        .map(([key]) => key),
  },
  {
    name: "what is charged after a cancel was named in it, and is flagged",
    violations: ofEach(({ charges, events }) => {
      const cancel = events.find(({ type }) => type === "subscription.cancelled");
      if (!cancel) return [];
      const named = (cancel.object as { chargeInFlight: { period: number } | null }).chargeInFlight;
      const late = charges.filter(({ paymentException }) => paymentException === "late");
      return late
        .filter(({ period }) => named?.period !== period)
        .map(({ period }) => `period ${period} came after it`);
    }),
  },
  {
    name: "each charge is told of once, and mailed once",
    violations: ofEach(({ charges, told, mailed, events }) => {
      const wanted = charges.length;
      const isRight = told("charged") === wanted && mailed("subscription_charged") === wanted;
      const isInOrder = events.every(({ sequence }, at) => sequence === at + 1);
      return isRight && isInOrder
        ? []
        : [`${wanted} charges, ${told("charged")} told, ${mailed("subscription_charged")} mailed`];
    }),
  },
  {
    name: "each beginning and end is told of once, and mailed once",
    violations: ofEach(({ row: { status }, told, mailed }) => {
      const found = {
        created: [told("created"), mailed("subscription_started")],
        cancelled: [told("cancelled"), mailed("subscription_cancelled_merchant")],
        lapsed: [told("lapsed"), mailed("subscription_lapsed_merchant")],
      };
      return Object.entries(found).flatMap(([what, counts]) => {
        const wanted = what === "created" || what === status ? 1 : 0;
        return counts.every((count) => count === wanted) ? [] : [`${what}: ${counts.join(", ")}`];
      });
    }),
  },
  {
    name: "everybody ends as what happened to them says",
    violations: ofEach(({ subscriber: { kind }, row: { status } }) => {
      const ends: Partial<Record<SubscriberKind, string>> = {
        broke: "lapsed",
        cancelled: "cancelled",
        "given up": "cancelled",
        leaving: "cancelled",
      };
      const wanted = ends[kind] ?? "completed";
      return status === wanted ? [] : [`is ${status}`];
    }),
  },
];

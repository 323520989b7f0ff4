import { isDeepStrictEqual } from "node:util";
import type { ReceivedWebhook } from "@/chaos/receivers/receiver";
import type { Evidence } from "./evidence";
import { groupBy, type Invariant } from "./invariant";
import { claimsHold } from "./webhook-claims";

/**
 * How many requests an endpoint that is gone may see: the 16 that were under way, and again after each crash before one of
 * their answers is noted, of which a busy machine has had four.
 */
const MOST_AFTER_GONE = 8 * 16;

/** Attempts that are further apart than this are two, whatever was sent twice on the way. */
const RETRY_MS = 3_000;

/** How long a busy machine takes from the claim of an attempt to its arrival. */
const ON_THE_WAY_MS = 3_000;

/** Whether leases were ended between the claim of an attempt that came at `from` and another one at `to`. */
const isStalled = (from: number, to: number, leaseEnds: readonly number[]): boolean =>
  leaseEnds.some((time) => from - ON_THE_WAY_MS <= time && time <= to);

/** How long the end of a connection, whose sender was killed, may stay unseen on a busy machine. */
const UNSEEN_MS = 2_000;

/** When each attempt came while the one before it was still open, and when that one had come. */
function overlapsIn(tries: readonly ReceivedWebhook[]): { from: number; to: number }[] {
  return tries.flatMap(({ at }, turn) => {
    const open = tries
      .slice(0, turn)
      .findLast(({ endedAt }) => endedAt === null || endedAt > at + UNSEEN_MS);
    return open ? [{ from: open.at, to: at }] : [];
  });
}

const count = <T>(rows: readonly T[], isCounted: (row: T) => boolean): number =>
  rows.filter(isCounted).length;

const isSame = (came: readonly { body: string }[]): boolean =>
  new Set(came.map(({ body }) => body)).size <= 1;

function saysSo(body: string, event: Evidence["rows"]["events"][number]): boolean {
  const { id, type, data } = JSON.parse(body);
  return id === event.id && type === event.type && isDeepStrictEqual(data.object, event.object);
}

export const webhookInvariants: Invariant[] = [
  {
    name: "each session was announced once, and ended with the one event of its status",
    violations: ({ rows }) => {
      const bySession = groupBy(rows.events, ({ resourceId }) => resourceId);
      return rows.sessions.flatMap(({ id, status }) => {
        const events = bySession.get(id) ?? [];
        const created = count(events, ({ type }) => type === "payment.created");
        const completed = count(events, ({ type }) => type === "payment.completed");
        const failed = count(events, ({ type }) => type === "payment.failed");
        const isPaid = status === "confirmed" || status === "refunded";
        const isClosed = status === "cancelled" || status === "expired";
        // A closed session may still be confirmed by a payment that was in time.
        const isFailedRight = isPaid ? failed <= 1 : failed === (isClosed ? 1 : 0);
        const isGapless = events.every(({ sequence }, at) => sequence === at + 1);
        if (created === 1 && completed === (isPaid ? 1 : 0) && isFailedRight && isGapless)
          return [];
        return [`${id} is ${status}: ${events.map(({ type, sequence }) => `${sequence} ${type}`)}`];
      });
    },
  },
  {
    name: "a session's payment is told to be seen, to be gone and to be seen again in turn",
    violations: ({ rows }) => {
      const bySession = groupBy(rows.events, ({ resourceId }) => resourceId);
      return [...bySession].flatMap(([id, events]) => {
        const told = events.flatMap(({ type }) =>
          type === "payment.seen" || type === "payment.reverted" ? [type] : [],
        );
        const inTurn = told.every(
          (type, at) => type === (at % 2 === 0 ? "payment.seen" : "payment.reverted"),
        );
        const isThere = rows.transactions.some(
          ({ sessionId, status, type, paymentException }) =>
            sessionId === id &&
            type === "payment" &&
            status === "confirmed" &&
            paymentException === "none",
        );
        const isRight = inTurn && (told.length % 2 === 1) === isThere;
        return isRight ? [] : [`${id}: ${told.join(", ")}`];
      });
    },
  },
  {
    name: "every endpoint has a dispatch for each event that it registered for, and no other",
    violations: ({ rows }) => {
      const own = rows.dispatches.filter(({ isReplay }) => !isReplay);
      const pairs = groupBy(own, ({ eventId, endpointId }) => `${eventId} ${endpointId}`);
      const double = [...pairs].filter(([, group]) => group.length > 1);
      const events = new Map(rows.events.map((event) => [event.id, event]));
      const endpoints = new Map(rows.endpoints.map((endpoint) => [endpoint.id, endpoint]));
      const astray = rows.dispatches.filter(({ eventId, endpointId }) => {
        const to = endpoints.get(endpointId);
        const event = events.get(eventId);
        const isOwn = event?.merchantId === to?.merchantId && event?.mode === to?.mode;
        return !isOwn || !to?.events.some((kind) => kind === event?.type);
      });
      const enabled = rows.endpoints.filter(({ status }) => status === "enabled");
      const missing = enabled.flatMap((endpoint) =>
        rows.events.filter(
          ({ id, type, merchantId, mode, createdAt }) =>
            merchantId === endpoint.merchantId &&
            mode === endpoint.mode &&
            endpoint.events.some((kind) => kind === type) &&
            createdAt > endpoint.createdAt &&
            !pairs.has(`${id} ${endpoint.id}`),
        ),
      );
      return [
        ...double.map(([pair]) => `double: ${pair}`),
        ...astray.map(({ eventId, endpointId }) => `astray: ${eventId} to ${endpointId}`),
        ...missing.map(({ id, type }) => `missing: ${type} ${id}`),
      ];
    },
  },
  {
    name: "no delivery stays unfinished",
    violations: ({ rows }) => {
      const ended = new Set<string>(["succeeded", "exhausted", "discarded"]);
      return [
        ...rows.dispatches
          .filter(({ state }) => !ended.has(state))
          .map(({ id, state, endpointId }) => `${id} to ${endpointId} is ${state}`),
        ...(rows.unsentWakes > 0n ? [`${rows.unsentWakes} wake-ups were never sent`] : []),
      ];
    },
  },
  {
    name: "a receiver that answers got every event, signed and under the event's id",
    violations: ({ rows, receivers }) => {
      const events = new Map(rows.events.map((event) => [event.id, event]));
      return rows.dispatches.flatMap(({ eventId, endpointId, state }) => {
        const receiver = receivers.get(endpointId);
        const event = events.get(eventId);
        if (!receiver || !event) return [`${eventId} has no receiver, or is gone`];
        const came = receiver.received.filter(({ id }) => id === eventId);
        const isDue = receiver.behaviour === "healthy" || state === "succeeded";
        if (isDue && (state !== "succeeded" || came.length === 0)) {
          return [`${eventId} to ${receiver.behaviour} is ${state}, came ${came.length} times`];
        }
        const isTrue = came.every(({ body }) => saysSo(body, event)) && isSame(came);
        return isTrue ? [] : [`${eventId} came to ${receiver.behaviour} with another body`];
      });
    },
  },
  {
    name: "every request is signed with a secret of its endpoint, a retired one never after its time",
    violations: ({ receivers }) =>
      [...receivers.values()].flatMap(({ behaviour, received, rotatedAt }) =>
        received.flatMap(({ id, secret, sentAt }) => {
          if (secret < 0) return [`${id} to ${behaviour} does not verify`];
          const isRetired = rotatedAt[secret] !== undefined && sentAt > rotatedAt[secret];
          return isRetired ? [`${id} to ${behaviour} is signed with a retired secret`] : [];
        }),
      ),
  },
  {
    name: "a dispatch that succeeded was not tried again, and nobody writes over another's attempt",
    violations: ({ rows }) => {
      const byDispatch = groupBy(rows.deliveries, ({ dispatchId }) => dispatchId);
      return rows.dispatches.flatMap(({ id, state, attempts }) => {
        const tries = byDispatch.get(id) ?? [];
        const won = count(tries, ({ status }) => status === "succeeded");
        const last = tries.at(-1);
        const isGapless = tries.every(({ attempt }, at) => attempt === at + 1);
        const isRight = won === (state === "succeeded" ? 1 : 0) && isGapless;
        const endsRight = won === 0 || last?.status === "succeeded";
        if (isRight && endsRight) return [];
        return [`${id} is ${state} after ${attempts}: ${tries.map(({ status }) => status)}`];
      });
    },
  },
  {
    name: "no event is sent twice at the same time to one receiver, unless a sender was suspended",
    violations: ({ receivers, leaseEnds }) =>
      [...receivers.values()].flatMap(({ behaviour, received }) =>
        [...groupBy(received, ({ id }) => id)].flatMap(([id, tries]) =>
          overlapsIn(tries)
            .filter(({ from, to }) => !isStalled(from, to, leaseEnds))
            .map(() => `${id} to ${behaviour}`),
        ),
      ),
  },
  claimsHold,
  {
    name: "each attempt carries its own time",
    violations: ({ receivers }) =>
      [...receivers.values()].flatMap(({ behaviour, received }) =>
        [...groupBy(received, ({ id }) => id)].flatMap(([id, tries]) => {
          const stale = tries.filter(({ at, sentAt }, turn) => {
            const before = tries[turn - 1];
            return before && at - before.at > RETRY_MS && sentAt === before.sentAt;
          });
          return stale.map(() => `${id} came to ${behaviour} again with its old time`);
        }),
      ),
  },
  {
    name: "redirects are not followed, and who is gone is left alone",
    violations: ({ receivers, canary, rows }) => {
      const strays = canary.received.length + canary.strays;
      return [
        ...(strays > 0 ? [`${strays} requests followed a redirect`] : []),
        ...[...receivers].flatMap(([endpointId, { behaviour, received }]) => {
          if (behaviour !== "gone" || received.length === 0) return [];
          const row = rows.endpoints.find(({ id }) => id === endpointId);
          if (row?.disabledReason !== "gone_410") return [`${endpointId} is not disabled`];
          return received.length <= MOST_AFTER_GONE ? [] : [`${received.length} requests came`];
        }),
      ];
    },
  },
];

import { type AuthorizationWait, authorizationWait } from "@/lib/core/refund-authorization-states";
import type { SubmissionState } from "@/lib/core/states";
import { readUnsentAlerts } from "@/lib/domain/operations/alerts/read-unsent-alerts";
import { combine, type Finding, ok, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";
import { readBroadcasts, readClosings } from "@/lib/domain/operations/read-admin-work";
import { readRescreening } from "@/lib/domain/operations/read-rescreening";
import { readWalletCreations } from "@/lib/domain/operations/stored-relay";
import type { Waiting } from "@/lib/domain/operations/stored-state";
import { totalOf } from "@/lib/domain/operations/total-of";

/** Work that should soon be taken: how much waits, and for how long. */
interface Backlog {
  /** It is told of when the oldest has waited for longer. */
  readonly limitSeconds: number;
  readonly read: (sources: Sources) => Promise<Waiting>;
  readonly sentence: (count: number, since: string) => string;
}

const backlogs = {
  /** Whether wake-ups are sent to the job engine. */
  queue: [
    {
      limitSeconds: 120,
      read: ({ outbox }) => outbox(),
      sentence: (count, since) => `wake-ups not sent: ${count}, the oldest for ${since}`,
    },
  ],
  /** Whether the relay takes what is in its queue. */
  queued: [
    {
      limitSeconds: 300,
      read: (sources) => submissionsIn(sources, "queued"),
      sentence: (count, since) => `payments queued: ${count}, the oldest for ${since}`,
    },
    {
      limitSeconds: 300,
      read: ({ query }) => query(readWalletCreations)(),
      sentence: (count, since) => `wallets to be created: ${count}, the oldest for ${since}`,
    },
    {
      limitSeconds: 300,
      read: (sources) => authorizationsFor(sources, "relay"),
      sentence: (count, since) => `signed refunds queued: ${count}, the oldest for ${since}`,
    },
    {
      limitSeconds: 300,
      read: (sources) => authorizationsFor(sources, "installation"),
      sentence: (count, since) =>
        `signed refunds that cannot be sent: ${count}, the oldest for ${since}`,
    },
  ],
  /** Whether payments are held because a list or a node does not answer, or wait for a person. */
  held: [
    {
      limitSeconds: 60,
      read: (sources) => submissionsIn(sources, "held"),
      sentence: (count, since) => `payments held: ${count}, the oldest for ${since}`,
    },
    {
      limitSeconds: 60,
      read: ({ heldSettlements }) => heldSettlements(),
      sentence: (count, since) =>
        `settled payments without a screening: ${count}, the oldest for ${since}`,
    },
  ],
  /** Whether known wallets are screened under a list that has changed. A step is made each minute. */
  rescreening: [
    {
      limitSeconds: 600,
      read: ({ query }) => query(readRescreening)(),
      sentence: (_count, since) => `known wallets not screened under a changed list, for ${since}`,
    },
  ],
  /** Whether events get their positions, without which no endpoint is told of them. */
  events: [
    {
      limitSeconds: 60,
      read: ({ unnumbered }) => unnumbered(),
      sentence: (count, since) => `events without a position: ${count}, the oldest for ${since}`,
    },
  ],
  /** Whether pieces of stock that no payer can be charged for any more are put back on sale. */
  reservations: [
    {
      limitSeconds: 600,
      read: ({ reservations }) => reservations(),
      sentence: (count, since) =>
        `pieces reserved for sessions that are over: ${count} orders, the oldest for ${since}`,
    },
  ],
  /** Whether what is open of closed merchants ends. What is being paid may keep one open for a day. */
  closings: [
    {
      limitSeconds: 172_800,
      read: ({ query }) => query(readClosings)(),
      sentence: (count, since) => `closed merchants with something open: ${count}, for ${since}`,
    },
  ],
  /** Whether broadcasts are handed out. The job comes round each minute. */
  broadcasts: [
    {
      limitSeconds: 600,
      read: ({ query }) => query(readBroadcasts)(),
      sentence: (count, since) => `broadcasts not handed out: ${count}, the oldest for ${since}`,
    },
  ],
  /** Whether ALERT_WEBHOOK_URL takes what operators are to be told of. It is tried again each minute. */
  alerts: [
    {
      limitSeconds: 90,
      read: ({ query }) => query(readUnsentAlerts)(),
      sentence: (count, since) =>
        `alerts that ALERT_WEBHOOK_URL has not taken: ${count}, the oldest for ${since}`,
    },
  ],
  /** Whether merchants' pictures are fetched. The job comes round each minute, and a server may take its time. */
  images: [
    {
      limitSeconds: 600,
      read: async ({ images }) => {
        const { pending, dueSeconds } = await images();
        return { count: pending, oldestSeconds: dueSeconds };
      },
      sentence: (count, since) => `pictures not fetched: ${count} new, the first due for ${since}`,
    },
  ],
} satisfies Record<string, readonly Backlog[]>;

/** Whether none of a check's backlogs is older than its limit. */
export const checkBacklogs =
  (name: keyof typeof backlogs) =>
  async (sources: Sources): Promise<Finding> =>
    combine(await Promise.all(backlogs[name].map((backlog) => look(sources, backlog))));

async function look(sources: Sources, { limitSeconds, read, sentence }: Backlog): Promise<Finding> {
  const { count, oldestSeconds } = await read(sources);
  return oldestSeconds > limitSeconds ? warn(sentence(count, spoken(oldestSeconds))) : ok();
}

async function submissionsIn({ submissions }: Sources, wanted: SubmissionState): Promise<Waiting> {
  return sumOf((await submissions()).filter(({ state }) => state === wanted));
}

/** Those that wait for their merchants, a token's issuer or a list are left out: nothing is to be done about them here. */
async function authorizationsFor(
  { authorizations }: Sources,
  wanted: AuthorizationWait,
): Promise<Waiting> {
  const open = await authorizations();
  return sumOf(open.filter(({ state, obstacle }) => authorizationWait(state, obstacle) === wanted));
}

function sumOf(groups: readonly Waiting[]): Waiting {
  const { count, oldest } = totalOf(groups, ({ oldestSeconds }) => oldestSeconds);
  return { count, oldestSeconds: oldest };
}

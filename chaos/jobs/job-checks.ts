import { groupBy } from "@/chaos/checks/invariant";
import type { Address } from "@/lib/core/chain/hex";
import type { JobRow } from "@/lib/domain/agents/jobs/job-rows";
import { TREASURY_AMOUNT } from "./found-treasuries";
import type { JobEvidence, OpenedJob } from "./job-evidence";
import { isAlwaysFunded, kindOf, limits, planOf } from "./job-kinds";
import { isAboveDay } from "./live-a-round";

/** A sentence that has to be true after every run. */
export interface JobInvariant {
  readonly name: string;
  violations(evidence: JobEvidence): string[];
}

const DAY = 86_400;
const MONTH_DAYS = 30;

const nameOf = ({ id, description }: JobRow): string => `${description} (${id})`;

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((one, other) => one + other, 0n);

/** The job that a treasury opened, of the books. */
const jobOf = ({ jobs }: JobEvidence, { proposalId, treasury }: OpenedJob): JobRow | undefined =>
  jobs.find((job) => job.proposalId === proposalId && job.treasuryAddress === treasury);

const openedOf = ({ opened }: JobEvidence, job: JobRow): OpenedJob | undefined =>
  opened.find((one) => one.proposalId === job.proposalId && one.treasury === job.treasuryAddress);

const ofEach =
  (look: (job: JobRow, evidence: JobEvidence) => string[]) =>
  (evidence: JobEvidence): string[] =>
    evidence.jobs.flatMap((job) => look(job, evidence).map((what) => `${nameOf(job)}: ${what}`));

const ofOpened =
  (look: (opened: OpenedJob, evidence: JobEvidence) => string[]) =>
  (evidence: JobEvidence): string[] =>
    evidence.opened.flatMap((one) =>
      look(one, evidence).map((what) => `escrow ${one.chainJobId}: ${what}`),
    );

export const jobInvariants: readonly JobInvariant[] = [
  {
    name: "what a treasury opens is one job of the books, on its terms",
    violations: (evidence) => [
      ...ofOpened((one) => {
        const job = jobOf(evidence, one);
        if (!job) return ["no job has its proposal"];
        const isSame =
          job.chainJobId === one.chainJobId &&
          job.amount === one.amount &&
          job.vendorAddress === one.vendor &&
          job.usdCents === one.cents;
        return isSame ? [] : [`${nameOf(job)} has ${job.chainJobId}, ${job.amount}`];
      })(evidence),
      ...[...groupBy(evidence.opened, ({ proposalId }) => proposalId)]
        .filter(([, ofOne]) => ofOne.length > 1)
        .map(([proposalId]) => `opened twice: ${proposalId}`),
    ],
  },
  {
    name: "what was to be funded was, on the chain, unless it was above its vendor's day",
    violations: ofEach((job, evidence) => {
      const isDue = isAlwaysFunded(kindOf(job.description)) && !isAboveDay(job);
      if (!isDue || openedOf(evidence, job)) return [];
      return [`is ${job.status}, ${job.proposal}, ${job.proposalFailure ?? "for no reason"}`];
    }),
  },
  {
    name: "jobs stand where the escrow has them",
    violations: ofEach((job, evidence) => {
      const opened = openedOf(evidence, job);
      if (!opened) return job.fundedAt === null ? [] : [`is ${job.status}, and was never opened`];
      return opened.status === job.status ? [] : [`is ${job.status}, there ${opened.status}`];
    }),
  },
  {
    name: "a job's money leaves the escrow once, and nothing is left of it there",
    violations: ofOpened(({ paid, refunded, escrowed, status }) => {
      const times = [paid.length, refunded.length];
      const wanted = status === "completed" ? [1, 0] : [0, 1];
      const isRight = times.join() === wanted.join() && escrowed === 0n;
      return isRight ? [] : [`${status}, paid ${times[0]} and refunded ${times[1]} times`];
    }),
  },
  {
    name: "each job that was funded has one transaction, confirmed, and no other has one",
    violations: ofEach((job, { rows }) => {
      const booked = rows.transactions.filter(({ ref }) => ref === job.proposalId);
      const wanted = job.fundedAt === null ? 0 : 1;
      const isRight =
        booked.length === wanted && booked.every(({ status }) => status === "confirmed");
      return isRight ? [] : [`${booked.length}: ${booked.map(({ status }) => status).join()}`];
    }),
  },
  { name: "balances are what the books say", violations: compareBalances },
  { name: "the policy's limits held", violations: compareLimits },
  {
    name: "nothing was funded that neither the policy nor a person had approved",
    violations: ofOpened((one, evidence) => {
      const job = jobOf(evidence, one);
      if (!job) return [];
      const { amount, acts } = planOf(kindOf(job.description));
      const isLarge = amount > limits.thresholdCents * 10_000n || isAboveDay(job);
      const isApproved = job.approvedAt !== null && job.approvedBy !== null;
      if (isLarge && !isApproved) return [`${nameOf(job)} had no person's approval`];
      const isOpened = acts.some((name) => name === "open" || name === "open anyway");
      return one.isByPolicy === isOpened ? [`${nameOf(job)}: by the policy ${one.isByPolicy}`] : [];
    }),
  },
  {
    name: "each job is told of once, in order, and mailed once",
    violations: ofEach((job, { rows }) => {
      const events = rows.events.filter(({ resourceId }) => resourceId === job.id);
      const told = (type: string) =>
        events.filter((one) => one.type === `agent.job_${type}`).length;
      const mailed = (kind: string) =>
        rows.mails.filter(
          (one) => one.kind === `agent_job_${kind}` && one.dedupeKey.includes(job.id),
        ).length;
      const isDone = job.status === "completed" ? 1 : 0;
      const isDisputed = job.submittedAt !== null && job.status === "rejected" ? 1 : 0;
      const isExpired = job.status === "expired" ? 1 : 0;
      const found: Record<string, [number, number]> = {
        proposed: [told("proposed"), 1],
        completed: [told("completed"), isDone],
        disputed: [told("disputed"), isDisputed],
        "mails of its end": [mailed("completed") + mailed("expired"), isDone + isExpired],
      };
      const isInOrder = events.every(({ sequence }, at) => sequence === at + 1);
      return [
        ...(isInOrder ? [] : ["events have gaps"]),
        ...Object.entries(found)
          .filter(([, [count, wanted]]) => count !== wanted)
          .map(([what, [count, wanted]]) => `${what}: ${count}, not ${wanted}`),
      ];
    }),
  },
  {
    name: "what the agent did is its activity, once",
    violations: ofEach((job, evidence) => {
      const { rows, opened } = evidence;
      const did = (action: string) =>
        rows.activity.filter((one) => one.resourceId === job.id && one.action === action).length;
      const isByPolicy = job.approvedAt !== null && job.approvedBy === null;
      const isProposed = opened.some(({ proposalId }) => proposalId === job.proposalId);
      const approved = isByPolicy ? 1 : 0;
      return [
        ...(did("approve_job") === approved ? [] : [`approved ${did("approve_job")} times`]),
        ...(did("propose_job") > 1 || (isProposed && did("propose_job") === 0)
          ? [`proposed ${did("propose_job")} times`]
          : []),
      ];
    }),
  },
  {
    name: "every job ends as what happened to it says",
    violations: ofEach((job) => {
      const ends = isAboveDay(job) ? ["expired"] : planOf(kindOf(job.description)).ends;
      if (!ends.some((status) => status === job.status)) return [`is ${job.status}`];
      return job.heldAt === null ? [] : ["its money is held"];
    }),
  },
  {
    name: "nothing is asked of the escrow that is done",
    violations: ({ rows }) =>
      rows.releases
        .filter(({ state }) => state !== "done")
        .map(({ jobId, kind, state }) => `${kind} of ${jobId} is ${state}`),
  },
];

/** What treasuries, vendors and the escrow hold, against the books and against what the escrow said. */
function compareBalances({ buyers, balances, rows, opened, escrow }: JobEvidence): string[] {
  const found: [what: string, account: Address, wanted: bigint][] = [];
  for (const { treasury, merchant } of buyers) {
    const own = rows.transactions.filter(({ merchantId }) => merchantId === merchant.id);
    const spent = sum(own.map(({ amount, amountRefunded }) => amount - amountRefunded));
    found.push([`treasury of ${merchant.id}`, treasury, TREASURY_AMOUNT - spent]);
  }
  const paid = groupBy(opened, ({ vendor }) => vendor);
  for (const [vendor, jobs] of paid) {
    found.push([`vendor ${vendor}`, vendor as Address, sum(jobs.flatMap((job) => job.paid))]);
  }
  // All that stays there are the fees.
  found.push(["escrow", escrow, sum(rows.transactions.map(({ fee }) => fee))]);
  const completed = rows.transactions.filter(({ amountRefunded }) => amountRefunded === 0n);
  const [net, reached] = [
    sum(completed.map(({ netAmount }) => netAmount)),
    sum(opened.flatMap(({ paid: amounts }) => amounts)),
  ];
  return [
    ...found
      .filter(([, account, wanted]) => balances.get(account) !== wanted)
      .map(([what, account, wanted]) => `${what} has ${balances.get(account)}, not ${wanted}`),
    ...(net === reached ? [] : [`vendors got ${reached}, booked are ${net}`]),
  ];
}

/** By the days of the chain, as the contract counts. */
function compareLimits({ opened, buyers }: JobEvidence): string[] {
  const found: string[] = [];
  const byPolicy = opened.filter(({ isByPolicy }) => isByPolicy);
  for (const { cents, chainJobId } of byPolicy) {
    if (cents > limits.thresholdCents) found.push(`${chainJobId} is above the threshold`);
  }
  const dayOf = ({ time }: OpenedJob) => Math.floor(time / DAY);
  const days = groupBy(byPolicy, (one) => `${one.treasury} ${one.vendor} day ${dayOf(one)}`);
  for (const [key, jobs] of days) {
    const cents = sum(jobs.map((one) => one.cents));
    if (cents > limits.vendorDayCents) found.push(`${key}: ${cents} cents`);
  }
  for (const { treasury } of buyers) {
    const own = opened.filter((one) => one.treasury === treasury);
    for (const { time } of own) {
      const within = own.filter((one) => one.time <= time && one.time > time - MONTH_DAYS * DAY);
      const cents = sum(within.map((one) => one.cents));
      if (cents > limits.monthlyCapCents) found.push(`${treasury}: ${cents} cents in 30 days`);
    }
  }
  return found;
}

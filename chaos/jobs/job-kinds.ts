import type { AgentJobStatus } from "@/lib/core/agents/job-states";

/** What a person, a vendor or the owner's wallet does to a job. */
export type ActName =
  | "approve"
  | "cancel"
  | "open"
  | "open anyway"
  | "withdraw"
  | "submit"
  | "complete"
  | "reject"
  | "turn away";

/** What becomes of a job. */
interface JobPlan {
  /** Smallest unit of the token. */
  readonly amount: bigint;
  /** Whether the treasury's owner has listed the vendor. */
  readonly isListed: boolean;
  /** How many are ordered of the same vendor at once. */
  readonly count: number;
  readonly acts: readonly ActName[];
  /** Where it stays until its time is over. */
  readonly rests: readonly AgentJobStatus[];
  /** Where it is once its time is over. */
  readonly ends: readonly AgentJobStatus[];
}

/** Below the threshold, and above it. */
const [SMALL, LARGE] = [5_000_000n, 15_000_000n];

const small = { amount: SMALL, isListed: true, count: 1 };
const unlisted = { ...small, isListed: false };
const large = { ...small, amount: LARGE };

/** What becomes of jobs; each round has them all. */
export const jobPlans = {
  /** Is approved by the policy, submitted and accepted. */
  steady: { ...small, acts: ["submit", "complete"], rests: ["completed"], ends: ["completed"] },
  /** Takes a person, and the owner's wallet. */
  large: {
    ...large,
    acts: ["approve", "open", "submit", "complete"],
    rests: ["completed"],
    ends: ["completed"],
  },
  /** Takes the owner's wallet, and is rejected. */
  unlisted: {
    ...unlisted,
    acts: ["open", "submit", "reject"],
    rests: ["rejected"],
    ends: ["rejected"],
  },
  rejected: { ...small, acts: ["submit", "reject"], rests: ["rejected"], ends: ["rejected"] },
  /** Is rejected before its vendor has submitted. */
  "turned away": { ...small, acts: ["turn away"], rests: ["rejected"], ends: ["rejected"] },
  /** Its vendor never submits. */
  silent: { ...small, acts: [], rests: ["funded"], ends: ["expired"] },
  /** Its owner never decides. */
  undecided: { ...small, acts: ["submit"], rests: ["submitted"], ends: ["expired"] },
  /** The merchant cancels it at a moment in which it may be proposed. */
  hurried: {
    ...small,
    acts: ["cancel"],
    rests: ["cancelled", "funded"],
    ends: ["cancelled", "expired"],
  },
  /** Is cancelled while it waits for a person. */
  dropped: { ...large, acts: ["cancel"], rests: ["cancelled"], ends: ["cancelled"] },
  /** Waits for a person in vain. */
  forgotten: { ...large, acts: [], rests: ["pending_approval"], ends: ["expired"] },
  /** Waits for the owner's wallet in vain. */
  ignored: { ...unlisted, acts: [], rests: ["approved"], ends: ["expired"] },
  /** The owner's wallet withdraws its proposal. */
  withdrawn: { ...unlisted, acts: ["withdraw"], rests: ["failed"], ends: ["failed"] },
  /** The merchant cancels it, and the owner's wallet funds it all the same. */
  contradicted: {
    ...unlisted,
    acts: ["cancel", "open anyway", "submit", "complete"],
    rests: ["completed"],
    ends: ["completed"],
  },
  /** The token refuses to pay its vendor until the round is over. */
  held: { ...small, acts: ["submit", "complete"], rests: ["completed"], ends: ["completed"] },
  /** More than the vendor's day allows: the rest waits for a person in vain. */
  greedy: {
    ...small,
    count: 4,
    acts: ["submit", "complete"],
    rests: ["completed"],
    ends: ["completed"],
  },
} as const satisfies Record<string, JobPlan>;

export type JobKind = keyof typeof jobPlans;
export const jobKinds = Object.keys(jobPlans) as JobKind[];

/** A kind's plan, in its general form. */
export const planOf = (kind: JobKind): JobPlan => jobPlans[kind];

/** The kind of which a job is: its description begins with it. */
export function kindOf(description: string): JobKind {
  const kind = jobKinds.find((name) => description.startsWith(`${name}:`));
  if (!kind) throw new Error(`no run orders "${description}"`);
  return kind;
}

/** Whether nothing that happens to jobs of a kind leaves one without money in the escrow. */
export const isAlwaysFunded = (kind: JobKind): boolean =>
  planOf(kind).rests.every((status) => fundedStatuses.includes(status));

/** Where only a job can rest that the escrow had money for. */
const fundedStatuses: readonly AgentJobStatus[] = ["funded", "submitted", "completed", "rejected"];

/** What is ordered. */
export const describeOrder = (kind: JobKind, round: number, place: number): string =>
  `${kind}: round ${round}, order ${place}`;

/** The policy of every treasury and the settings of every merchant; US cents. */
export const limits = {
  thresholdCents: 1_000n,
  vendorDayCents: 1_000n,
  monthlyCapCents: 100_000n,
} as const;

import { setTimeout as sleep } from "node:timers/promises";
import type { Api } from "@/chaos/clients/api";
import type { MerchantWallets } from "@/chaos/clients/merchant-wallets";
import type { Venue } from "@/chaos/renewals/enrol-all";
import type { Account } from "@/chaos/rig/accounts";
import { persistently } from "@/chaos/rig/persistently";
import type { Dice } from "@/chaos/seeded";
import type { Sql } from "@/db/client";
import {
  approveJobData,
  cancelProposalData,
  decideJobData,
  submitJobData,
} from "@/lib/adapters/chain/calls/agent-calls";
import { addressOf } from "@/lib/adapters/chain/chains";
import type { Address, Bytes32, Hex } from "@/lib/core/chain/hex";
import { orderOf } from "@/lib/domain/agents/jobs/job-instructions";
import { type JobRow, selectJobs } from "@/lib/domain/agents/jobs/job-rows";
import { type Buyer, blockCall, vendorOf } from "./found-treasuries";
import { type ActName, describeOrder, type JobKind, kindOf, planOf } from "./job-kinds";

/** What buyers and vendors do with. */
export interface JobStage {
  readonly api: Api;
  readonly wallets: MerchantWallets;
  readonly db: Sql;
  readonly dice: Dice;
  readonly venue: Venue;
  readonly buyers: readonly Buyer[];
  /** Owns the token. */
  readonly tokenOwner: Account;
  /** When a job was last acted on, and how, Unix milliseconds. */
  readonly acted: Map<string, number>;
  /** Answers that must not happen. */
  readonly complaints: string[];
}

/** What is ordered is cancelled some time within this. */
const HURRY_MS = 3_000;
/** A transaction whose block was replaced may have had no effect the second time. */
const AGAIN_MS = 8_000;

/** Orders a round's jobs: those of a kind at once, and one kind after the other at each merchant. */
export async function orderRound(stage: JobStage, round: number): Promise<void> {
  await letHeldVendorTake(stage, false);
  await Promise.all(
    stage.buyers.map(async (buyer) => {
      for (const kind of buyer.kinds) {
        const places = Array.from({ length: planOf(kind).count }, (_, place) => place);
        await Promise.all(places.map((place) => order(stage, buyer, { kind, round, place })));
      }
    }),
  );
}

async function order(
  stage: JobStage,
  { merchant }: Buyer,
  { kind, round, place }: { kind: JobKind; round: number; place: number },
): Promise<void> {
  const description = describeOrder(kind, round, place);
  const caller = { merchantId: merchant.id, mode: "test" } as const;
  const answer = await stage.api.ask("createJob", caller, {
    vendorAddress: vendorOf(kind).address,
    description,
    amount: planOf(kind).amount,
    currency: "USDC",
  });
  if (answer.kind === "refusal") {
    stage.complaints.push(`${description}: ${answer.refusal.message}`);
  } else if (kind === "hurried") {
    await cancelInFlight(stage, round, answer.value.id, caller);
  }
}

/** At a moment in which its proposal may be signed, sent, or mined. */
async function cancelInFlight(
  { api, dice, complaints }: JobStage,
  round: number,
  id: string,
  caller: { merchantId: string; mode: "test" },
): Promise<void> {
  await sleep(dice.between(0, HURRY_MS, "cancel", round));
  const answer = await api.ask("cancelJob", caller, { id });
  if (answer.kind === "value") return;
  const known = ["job_proposed", "job_funded", "job_ended"];
  if (!known.includes(answer.refusal.reason ?? "")) complaints.push(answer.refusal.message);
}

/** Has the token take transfers to the vendor of held payments, or refuse them. */
export async function letHeldVendorTake(
  { wallets, tokenOwner, venue }: JobStage,
  isAllowed: boolean,
): Promise<void> {
  const call = blockCall(venue.token.address, vendorOf("held").address, !isAllowed);
  await wallets.send(tokenOwner, [call], false);
}

/** Every job of a run, as it is stored now. */
export const readJobs = (db: Sql): Promise<JobRow[]> =>
  persistently(() => db<JobRow[]>`${selectJobs(db)} order by j.id`);

const isWaitingForOwner = ({ status, funding, proposal, screenedAt }: JobRow): boolean =>
  status === "approved" &&
  funding === "awaiting_owner" &&
  proposal === "done" &&
  screenedAt !== null;

const isUnpaid = ({ fundedAt, proposal }: JobRow): boolean =>
  fundedAt === null && proposal === "done";

/** When each act is due. */
const dueWhen: Readonly<Record<ActName, (job: JobRow, kind: JobKind) => boolean>> = {
  approve: ({ status }) => status === "pending_approval",
  // The hurried are cancelled right after they are ordered, and a contradicted one when its treasury has the proposal.
  cancel: (job, kind) =>
    kind === "dropped"
      ? job.status === "pending_approval"
      : kind === "contradicted" && isWaitingForOwner(job),
  open: isWaitingForOwner,
  "open anyway": (job) => job.status === "cancelled" && isUnpaid(job),
  withdraw: isWaitingForOwner,
  submit: ({ status }) => status === "funded",
  complete: ({ status }) => status === "submitted",
  reject: ({ status }) => status === "submitted",
  "turn away": ({ status }) => status === "funded",
};

/** Has each job acted on that waits for a person, a vendor or the owner's wallet. */
export async function act(stage: JobStage, jobs: readonly JobRow[]): Promise<void> {
  await Promise.all(
    jobs.map(async (job) => {
      const kind = kindOf(job.description);
      const due = planOf(kind).acts.find((name) => dueWhen[name](job, kind));
      if (due === undefined) return;
      const key = `${job.id} ${due}`;
      const now = Date.now();
      if (now - (stage.acted.get(key) ?? 0) < AGAIN_MS) return;
      stage.acted.set(key, now);
      await perform(stage, job, due);
    }),
  );
}

async function perform(stage: JobStage, job: JobRow, name: ActName): Promise<void> {
  if (name === "approve" || name === "cancel") return ask(stage, job, name);
  const { wallets, venue, buyers } = stage;
  const buyer = buyers.find(({ merchant }) => merchant.id === job.merchantId);
  if (!buyer) throw new Error(`no buyer has ${job.id}`);
  const { treasury, owner } = buyer;
  const id = job.chainJobId ?? 0n;
  const calls: Record<typeof name, { from: Account; to: Address; data: Hex }> = {
    open: { from: owner, to: treasury, data: approveJobData(orderOf(job)) },
    "open anyway": { from: owner, to: treasury, data: approveJobData(orderOf(job)) },
    withdraw: { from: owner, to: treasury, data: cancelProposalData(job.proposalId) },
    submit: {
      from: vendorOf(kindOf(job.description)),
      to: addressOf(venue.deployment, "escrow"),
      data: submitJobData(id, deliverable),
    },
    complete: { from: owner, to: treasury, data: decideJobData("completeJob", id) },
    reject: { from: owner, to: treasury, data: decideJobData("rejectJob", id) },
    "turn away": { from: owner, to: treasury, data: decideJobData("rejectJob", id) },
  };
  const { from, ...call } = calls[name];
  await wallets.send(from, [call], false);
}

const deliverable: Bytes32 = `0x${"d1".repeat(32)}`;

/** A repetition of what was done, and whose answer was lost, is refused. */
async function ask({ api, complaints }: JobStage, job: JobRow, name: "approve" | "cancel") {
  const caller = { merchantId: job.merchantId, mode: "test" } as const;
  const { id, amount, currency, vendorAddress, evaluatorAddress } = job;
  const answer =
    name === "cancel"
      ? await api.ask("cancelJob", caller, { id })
      : await api.ask("approveJob", caller, {
          id,
          amount,
          currency,
          vendorAddress,
          evaluatorAddress,
        });
  const known = ["job_proposed", "job_ended", "job_approved"];
  if (answer.kind === "value" || known.includes(answer.refusal.reason ?? "")) return;
  complaints.push(`${name} of ${id}: ${answer.refusal.message}`);
}

/** One above the vendor's day: of the greedy, and where an answer was lost and the order repeated. */
export const isAboveDay = ({ manualReason }: JobRow): boolean =>
  manualReason === "vendor_day_above_threshold";

/** Whether nothing happens to a job any more until its time is over. */
export function isAtRest(job: JobRow): boolean {
  if (isAboveDay(job)) return job.status === "pending_approval";
  if (job.status === "approved" && !isWaitingForOwner(job)) return false;
  return planOf(kindOf(job.description)).rests.includes(job.status);
}

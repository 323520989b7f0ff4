import { LEAST_REORGS } from "@/chaos/chaos-run";
import type { Finding } from "@/chaos/checks/invariant";
import type { ChaosMiner } from "@/chaos/faults/chain-miner";
import type { LongOptions } from "@/chaos/options";
import { printFindings } from "@/chaos/report";
import { reorgsOf } from "@/chaos/rig/long-run";
import type { Supervisor } from "@/chaos/rig/supervisor";
import { untilNone } from "@/chaos/rig/until-none";
import type { Sql } from "@/db/client";
import { openJobStatuses, openProposalStates } from "@/lib/core/agents/job-states";
import type { JobEvidence } from "./job-evidence";
import { act, isAtRest, type JobStage, readJobs } from "./live-a-round";

/**
 * Has everyone act until every job rests.
 * @param passTime called at each look
 * @returns those that do not when the time is up
 */
export function untilAtRest(
  stage: JobStage,
  seconds: number,
  passTime: () => Promise<void>,
): Promise<string[]> {
  return untilNone(seconds, async () => {
    await passTime();
    const jobs = await readJobs(stage.db);
    // Those of earlier rounds have ended.
    const open = jobs.filter((job) => openJobStatuses.includes(job.status) || !isEnded(job));
    const moving = open.filter((job) => !isAtRest(job));
    await act(stage, moving);
    return moving.map(
      ({ description, id, status, proposal, proposalFailure, funding }) =>
        `${description} (${id}) is ${status}, ${proposal} by ${funding}, ${proposalFailure}`,
    );
  });
}

/** A contradicted job goes on after it was cancelled. */
const isEnded = ({ description, status }: { description: string; status: string }): boolean =>
  !(description.startsWith("contradicted:") && status === "cancelled");

/**
 * Waits until no job is open, and no money of one is asked for.
 * @param passTime called at each look
 */
export function untilAllEnded(
  db: Sql,
  seconds: number,
  passTime: () => Promise<void>,
): Promise<string[]> {
  return untilNone(seconds, async () => {
    await passTime();
    const rows = await db<{ what: string }[]>`
      select description || ' (' || id || ') is ' || status as what from agent_jobs
      where status in ${db(openJobStatuses)} or held_at is not null
      union all
      select kind || ' of ' || job_id || ' is ' || state || ', ' || coalesce(failure, 'no failure')
      from agent_job_releases where state in ${db(openProposalStates)}`;
    return rows.map(({ what }) => what);
  });
}

/**
 * With nothing killed and nothing bought, all of the invariants hold. Counts what happened at least in the rounds that
 * began; that each job came to its own end is an invariant.
 */
export function enoughHappened(
  { supervisor, miner }: { supervisor: Supervisor; miner: ChaosMiner },
  { jobs, opened, rows, complaints }: JobEvidence,
  trouble: { readonly rounds: number; readonly cuts: number; readonly restarts: number },
): Finding {
  const deaths = [...supervisor.crashes.values()].reduce((sum, count) => sum + count, 0);
  const { rounds } = trouble;
  const of = (status: string) => jobs.filter((job) => job.status === status).length;
  const found: [what: string, number: number, least: number][] = [
    ["crashes and kills", supervisor.kills() + deaths, 3 * rounds],
    ["reorganisations", reorgsOf(miner), LEAST_REORGS],
    ["connections cut or restarts of the database", trouble.cuts + trouble.restarts, 1],
    ["jobs that the policy funded", opened.filter((one) => one.isByPolicy).length, 5 * rounds],
    ["jobs that an owner funded", opened.filter((one) => !one.isByPolicy).length, 2 * rounds],
    ["completed", of("completed"), 3 * rounds],
    ["rejected", of("rejected"), 2 * rounds],
    ["expired with their money back", rows.releases.filter(isReturn).length, rounds],
    ["payments that the token refused", opened.filter(({ held }) => held > 0).length, 1],
  ];
  const short = found.filter(([, number, least]) => number < least);
  return {
    name: "the run had crashes, reorganisations, and jobs of each end",
    violations: [
      ...short.map(([what, number, least]) => `${what}: ${number}, at least ${least}`),
      ...complaints,
    ],
  };
}

const isReturn = ({ kind, state }: { kind: string; state: string }): boolean =>
  kind === "claim_refund" && state === "done";

/** Prints a run of jobs for people. */
export function printJobs(
  { seed, days: rounds }: LongOptions,
  { jobs, opened, rows }: JobEvidence,
  { supervisor, miner }: { supervisor: Supervisor; miner: ChaosMiner },
  findings: readonly Finding[],
): void {
  const { crashes } = supervisor;
  const deaths = [...crashes.values()].reduce((sum, count) => sum + count, 0);
  const count = (names: readonly string[]) =>
    [...new Set(names)].map((one) => `${one} ${names.filter((name) => name === one).length}`);
  console.log(`seed ${seed}, jobs, ${rounds} rounds of ${jobs.length / rounds} jobs`);
  console.log(
    `  kills     ${deaths} at ${crashes.size} crash points, ${supervisor.kills()} random`,
  );
  console.log(`  chain     ${reorgsOf(miner)} reorgs, ${opened.length} jobs opened`);
  console.log(`  jobs      ${count(jobs.map(({ status }) => status)).join(", ")}`);
  console.log(`  events    ${count(rows.events.map(({ type }) => type)).join(", ")}`);
  console.log(`  releases  ${count(rows.releases.map(({ kind }) => kind)).join(", ")}`);
  printFindings(findings);
}

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { Refusal } from "@/lib/core/errors";
import type { JobView } from "@/lib/domain/agents/jobs/view";
import { installClock } from "@/lib/domain/operations/clock/install-clock";
import type { AuditedActor } from "@/lib/domain/platform/audit/record-audit";
import type { Context } from "@/lib/domain/platform/context";
import {
  moveTo,
  newVendor,
  orderJob,
  readJobOf,
  readyTreasury,
  settleJobs,
} from "@/testing/agent-jobs";
import { createAgentWorld } from "@/testing/agents";
import type { ChainAccount } from "@/testing/chain";
import type { TestMerchant } from "@/testing/register-merchant";
import type { World } from "@/testing/world";
import { lookAtJob, planJobLook } from "./look-at-job";

let world: World;
let merchant: TestMerchant;
let vendor: ChainAccount;

beforeAll(async () => {
  world = await createAgentWorld();
  await installClock(world.db, world.chains);
});
afterAll(() => world?.stop());
beforeEach(async () => {
  merchant = await world.addMerchant();
  vendor = await newVendor(world);
  await readyTreasury(world, merchant, [vendor.address]);
});

const operator = (): Context<AuditedActor> => ({
  ...world.systemContext(),
  actor: { kind: "operator", name: "ops", command: "", reason: "why" },
});
const read = (job: Pick<JobView, "id">) => readJobOf(world, merchant, job);
const audits = ({ id }: JobView) => world.db`
  select action from audit_log where subject_id = ${id} order by created_at`;

test("a job that does not exist is refused", async () => {
  await expect(planJobLook(world.systemContext(), "job_nothing")).rejects.toThrow(Refusal);
});

test("a proposal that its treasury does not have is made again, and only if it counts as made", async () => {
  const job = await orderJob(world, merchant, vendor.address);
  await settleJobs(world);
  expect(await planJobLook(world.systemContext(), job.id)).toMatchObject({
    chain: "opened",
    wouldChange: false,
  });
  const lost = await orderJob(world, merchant, vendor.address);
  expect(await lookAtJob(operator(), lost.id)).toBe("approved");
  expect(await audits(lost)).toEqual([]);
  await world.db`update agent_jobs set proposal = 'done' where id = ${lost.id}`;
  expect(await planJobLook(world.systemContext(), lost.id)).toMatchObject({
    chain: "none",
    wouldChange: true,
  });
  await lookAtJob(operator(), lost.id);
  expect(await audits(lost)).toEqual([{ action: "agent_job.propose_again" }]);
  await settleJobs(world);
  expect(await read(lost)).toMatchObject({ status: "funded" });
});

test("the money of a job whose deadline is over is asked for again at once", async () => {
  const job = await orderJob(world, merchant, vendor.address);
  await settleJobs(world);
  await moveTo(world, new Date(job.expiresAt.getTime() + 60_000));
  expect(await planJobLook(world.systemContext(), job.id)).toMatchObject({ wouldChange: true });
  expect(await lookAtJob(operator(), job.id)).toBe("funded");
  expect(await audits(job)).toEqual([{ action: "agent_job.claim_again" }]);
  await settleJobs(world);
  expect(await read(job)).toMatchObject({ status: "expired" });
});

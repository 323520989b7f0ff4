import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { transaction } from "@/db/client";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { SlotKind } from "@/lib/core/kinds";
import { proposalSlots } from "@/lib/domain/agents/proposals/proposal-slots";
import { releaseSlots } from "@/lib/domain/agents/releases/release-slots";
import { authorizationSlots } from "@/lib/domain/refunds/relayed/authorization-slots";
import { permitSlots } from "@/lib/domain/subscriptions/permits/permit-slots";
import { orderJob } from "@/testing/agent-jobs";
import { enableCommerce, giveTreasury } from "@/testing/agents";
import { insertSignedRefund } from "@/testing/signed-refunds";
import { createWorld, type World } from "@/testing/world";
import { creationSlots } from "./creations/creation-slots";
import { operatorCallSlots } from "./operator-calls/operator-call-slots";
import type { SlotRules } from "./relay-task";

let world: World;

beforeAll(async () => {
  world = await createWorld();
  const cents = { thresholdCents: 1_000n, vendorDayCents: 1_000n, monthlyCapCents: 1_000n };
  await giveTreasury(world, world.merchant.id, cents);
  await enableCommerce(world, world.merchant.id, {
    requireHumanApprovalAboveUsdCents: 1_000n,
    approvedVendors: [],
    monthlySpendCapUsdCents: null,
  });
});
afterAll(() => world?.stop());

const hex = (bytes: number) => `0x${randomBytes(bytes).toString("hex")}` as const;
const newJob = () => orderJob(world, world.merchant, hex(20), 1n);
const carried = (batchId: string) => ({ ...{ id: batchId, batchId }, state: "signed" });

/** Writes down what a slot carries as signed, and says how its state is read. */
const kinds: Record<string, [SlotKind, SlotRules, (batchId: string) => Promise<unknown>, string]> =
  {
    permit: [
      "permit",
      permitSlots,
      (batchId) =>
        world.db`insert into payer_permits ${world.db({
          ...{ ...carried(batchId), chainId: 31_337, deploymentId: world.deployment().id },
          ...{ mode: "test", payer: hex(20), tokenAddress: world.deployment().usdc, value: 1 },
          ...{ deadline: 1, nonce: 1, signature: hex(65), payerHasCode: false },
        })}`,
      "select state from payer_permits",
    ],
    creation: [
      "create_wallet",
      creationSlots,
      (batchId) =>
        world.db`insert into wallet_creations ${world.db({
          ...{ ...carried(batchId), chainId: 31_337, payer: hex(20), factory: hex(20) },
          ...{ callData: hex(4) },
        })}`,
      "select state from wallet_creations",
    ],
    "operator's call": [
      "operator_call",
      operatorCallSlots,
      (batchId) =>
        world.db`insert into operator_calls ${world.db({
          ...{ ...carried(batchId), kind: "sweep_wallet", chainId: 31_337, wallet: hex(20) },
          ...{ recipient: hex(20), requestedBy: "ops" },
        })}`,
      "select state from operator_calls",
    ],
    proposal: [
      "propose_job",
      proposalSlots,
      async (batchId) => world.db`
      update agent_jobs set proposal = 'signed', batch_id = ${batchId}
      where id = ${(await newJob()).id}`,
      "select proposal as state from agent_jobs",
    ],
    release: [
      "release_job",
      releaseSlots,
      async (batchId) =>
        world.db`insert into agent_job_releases ${world.db({
          ...{ jobId: (await newJob()).id, kind: "claim", chainId: 31_337, state: "signed" },
          ...{ queuedAt: new Date(), batchId },
        })}`,
      "select state from agent_job_releases",
    ],
    refund: [
      "refund",
      authorizationSlots,
      (batchId) => insertSignedRefund(world, { state: "signed", batchId }),
      "select state from refund_authorizations",
    ],
  };

test.each(
  Object.keys(kinds).flatMap((name) => [
    { name, attempt: "payload", state: "done" },
    { name, attempt: "noop", state: "queued" },
  ]),
)("a $name whose slot's $attempt has succeeded is $state", async ({ name, attempt, state }) => {
  const [kind, rules, write, read] = kinds[name] ?? [];
  if (!kind || !rules || !write || !read) throw new Error(`no kind is ${name}`);
  const [batchId, hash] = [`rb_${randomBytes(8).toString("hex")}`, hex(32) as Bytes32];
  await world.db`insert into relay_batches ${world.db({
    ...{ id: batchId, chainId: 31_337, wallet: hex(20), nonce: 1, kind, state: "mined" },
    ...{ callTo: hex(20), gasLimit: 1 },
  })}`;
  await world.db`insert into relay_attempts ${world.db({
    ...{ hash, batchId, kind: attempt, maxFeePerGas: 1, maxPriorityFeePerGas: 1 },
  })}`;
  await write(batchId);
  const block = { blockNumber: 1n, blockHash: hex(32) as Bytes32 };
  const receipt = { ...block, succeeded: true, logs: [], cost: null };
  await transaction(world.db, (tx) => rules.noteConsumed(tx, batchId, { hash, receipt }));
  const rows = await world.db.unsafe(`${read} where batch_id = '${batchId}'`);
  expect(rows).toEqual([{ state }]);
});

import type { Db, TransactionSql } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { enrolmentFailure } from "@/lib/adapters/chain/rpc/revert-reason";
import { type SubscriptionStatus, sourcesOf, submissionTransitions } from "@/lib/core/states";
import {
  postponeSubmissions,
  rejectSubmissions,
} from "@/lib/domain/wallets/queue/postpone-submissions";
import type { Candidate, SignedSlot, SlotCall } from "@/lib/domain/wallets/relay-task";
import { type EnrolmentRow, enrolmentOf } from "./enrolment-rows";
import { enrolmentCall } from "./simulate-enrolment";

/** The call that enrols a payer; examined, one that the chain would refuse now waits. */
export function enrolmentCandidate(db: Db, deployment: Deployment, row: EnrolmentRow): Candidate {
  const call = enrolmentCall(deployment, enrolmentOf(deployment, row), row.payerHasCode);
  const slotCall: SlotCall = {
    ...call,
    deploymentId: deployment.id,
    value: 0n,
    lock: async (tx) => ((await lockRow(tx, row)) ? slotCall : null),
    bind: (tx, slot) => bindRow(tx, row, slot),
  };
  return {
    async examine(from) {
      const { to, data, gas } = call;
      const simulation = await simulateCall(deployment.chain.rpc, { from, to, data, gas });
      if (!simulation.reverted) return slotCall;
      await postponeSubmissions(db, [{ id: row.id, failure: enrolmentFailure(simulation.data) }]);
      return null;
    },
  };
}

/** A cancellation takes the subscription's lock first, too: the second one comes too late. */
async function lockRow(tx: TransactionSql, { id, subscriptionId }: EnrolmentRow): Promise<boolean> {
  const [subscription] = await tx<{ status: SubscriptionStatus }[]>`
    select status from subscriptions where id = ${subscriptionId} for no key update`;
  const queued = await tx`
    select from relay_submissions where id = ${id} and state = 'queued' for no key update skip locked`;
  if (queued.length === 0) return false;
  if (subscription?.status === "pending") return true;
  await rejectSubmissions(tx, "queued", [id], "subscription_cancelled");
  return false;
}

async function bindRow(tx: TransactionSql, { id }: EnrolmentRow, slot: SignedSlot): Promise<void> {
  const [, marked] = await pipelined([
    () => tx`
      insert into relay_batch_items (batch_id, submission_id, group_index, item_index)
      values (${slot.batchId}, ${id}, 0, 0)`,
    () => tx`
      update relay_submissions set state = 'signed', tx_hash = ${slot.hash}, wallet = ${slot.wallet},
        rounds = rounds + 1, failure_code = null, next_check_at = null, updated_at = clock_now()
      where id = ${id} and state in ${tx(sourcesOf(submissionTransitions, "signed"))}`,
  ]);
  if (marked.count !== 1) throw new Error("The enrolment was locked, and changed");
}

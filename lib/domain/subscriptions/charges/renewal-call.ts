import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import { pipelined } from "@/db/pipelined";
import { chargeRefusal, readCharged } from "@/lib/adapters/chain/calls/charge-calls";
import { simulateCall } from "@/lib/adapters/chain/calls/simulate-call";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { Context } from "@/lib/domain/platform/context";
import type { Candidate, SignedSlot, SlotCall } from "@/lib/domain/wallets/relay-task";
import { warnOnce } from "@/lib/domain/wallets/warn-once";
import { giveBack, lookAgain } from "./claim-renewals";
import { isDue, type StoredSubscription } from "./due-renewals";
import { findGracePauses } from "./find-grace-pauses";
import { lookUpKeeper } from "./keeper-wallets";
import { type PlannedBatch, type Renewal, renewalsOf, withoutRenewals } from "./plan-batches";
import { triesUpTo } from "./plan-recovery";
import { readRecoverySettings } from "./recovery-settings";
import { tellTry } from "./tell-try";

/** Charges that were found to go through at a block. */
export interface RenewalBatch extends PlannedBatch {
  readonly deployment: Deployment;
  /** The block's time. */
  readonly at: Date;
  /** When the block was read, by `performance.now()`. */
  readonly readAt: number;
  /** Slots of the payers' charges that were reckoned with: those that were open, and those of what was planned together. */
  readonly known: Set<string>;
}

type TaskContext = Pick<Context, "db" | "log" | "chains" | "modules">;

/** What was read is not believed for longer: another period may have begun. */
const FRESH_MS = 15_000;
/** By the chain's clock, after a refusal that the payers have nothing to do with. */
const REFUSED_SECONDS = 600;

/** A planned batch; examined, it is without the charges that the contract would refuse, which wait. */
export function renewalCandidate(ctx: TaskContext, batch: RenewalBatch): Candidate {
  return {
    async examine(from) {
      const kept = await withoutRefused(ctx, batch, from);
      return kept && slotCallOf(ctx, kept);
    },
  };
}

async function withoutRefused(
  ctx: TaskContext,
  batch: RenewalBatch,
  from: Address,
): Promise<RenewalBatch | null> {
  const { deployment, groups, data, gas, at } = batch;
  const to = addressOf(deployment, "subscriptions");
  const simulation = await simulateCall(deployment.chain.rpc, { from, to, data, gas });
  const renewals = renewalsOf(batch);
  if (simulation.reverted) {
    await giveBack(
      ctx.db,
      renewals.map(({ claimed }) => claimed),
    );
    if (chargeRefusal(simulation.data) !== "NotAuthorized") {
      throw new RpcUnavailable(`chargeBatch cannot be simulated: ${simulation.data}`);
    }
    await lookUpKeeper(ctx, deployment.id, from);
    return null;
  }
  const charged = readCharged(simulation.result, groups).flat();
  const refused = renewals.filter((_, index) => !charged[index]);
  if (refused.length === 0) return batch;
  const next = new Date(at.getTime() + REFUSED_SECONDS * 1_000);
  await lookAgain(
    ctx.db,
    refused.map(({ claimed }) => ({ claimed, at: next })),
  );
  const fields = { deploymentId: deployment.id, subscriptions: refused.length };
  warnOnce(
    ctx.log,
    `refused:${deployment.id}`,
    fields,
    "charges that should go through are refused",
  );
  return without(batch, new Set(refused.map(({ claimed }) => claimed.id)));
}

function without(batch: RenewalBatch, dropped: ReadonlySet<string>): RenewalBatch | null {
  const kept = withoutRenewals(batch, dropped);
  return kept && { ...batch, ...kept };
}

function slotCallOf(ctx: TaskContext, batch: RenewalBatch): SlotCall {
  const { deployment, data, gas } = batch;
  return {
    kind: "charge_batch",
    deploymentId: deployment.id,
    to: addressOf(deployment, "subscriptions"),
    data,
    gas,
    value: 0n,
    async lock(tx) {
      const kept = await lockRenewals(tx, batch);
      return kept && slotCallOf(ctx, kept);
    },
    bind: (tx, slot) => bindRenewals(ctx, tx, batch, slot),
  };
}

/**
 * Leaves out what was cancelled, paused, charged or claimed by another keeper since it was read, what waits for a lock, and
 * whose payers have charges under way that were not reckoned with. Keepers sign one after the other.
 */
async function lockRenewals(tx: TransactionSql, batch: RenewalBatch): Promise<RenewalBatch | null> {
  const { deployment, known, readAt } = batch;
  if (performance.now() - readAt > FRESH_MS) return null;
  await tx`select pg_advisory_xact_lock(hashtextextended(${`renewals:${deployment.id}`}, 0))`;
  const renewals = renewalsOf(batch);
  const rows = renewals.map(({ claimed }) => ({
    id: claimed.id,
    lease: claimed.attemptAt,
    charges: claimed.chargesMade,
  }));
  const kept = await tx<{ id: string }[]>`
    select s.id from json_to_recordset(${asRows(rows)}::text::json)
      as c(id text, lease timestamptz, charges int)
    join subscriptions s on s.id = c.id and s.attempt_at = c.lease and s.charges_made = c.charges
    where ${isDue(tx)} and s.status in ('trialing', 'active', 'past_due')
      and not exists (
        select from subscriptions o
        join subscription_renewals r on r.subscription_id = o.id and r.open::int = 1
        where o.payer = s.payer and o.deployment_id = s.deployment_id
          and r.batch_id <> all (${[...known]}::text[])
      )
    order by s.id for no key update of s skip locked`;
  const ids = new Set(kept.map(({ id }) => id));
  const dropped = renewals.flatMap(({ claimed: { id } }) => (ids.has(id) ? [] : [id]));
  return without(batch, new Set(dropped));
}

async function bindRenewals(
  ctx: TaskContext,
  tx: TransactionSql,
  batch: RenewalBatch,
  { batchId, hash }: SignedSlot,
): Promise<void> {
  batch.known.add(batchId);
  const [, marked] = await pipelined([
    () => insertRenewals(tx, batchId, batch),
    () => markSigned(tx, renewalsOf(batch)),
  ]);
  if (marked.count !== renewalsOf(batch).length) {
    throw new Error("The subscriptions were locked, and changed");
  }
  for (const { claimed } of renewalsOf(batch)) {
    if (claimed.status === "past_due")
      await noteTry(ctx, tx, claimed, { at: batch.at, txHash: hash });
  }
}

function insertRenewals(tx: TransactionSql, batchId: string, { groups }: PlannedBatch) {
  const rows = groups.flatMap(({ items }, groupIndex) =>
    items.map(({ claimed, period, number, amount }, itemIndex) => {
      return { id: claimed.id, period, number, amount, groupIndex, itemIndex };
    }),
  );
  return tx`
    insert into subscription_renewals (batch_id, subscription_id, period, number, amount,
      group_index, item_index)
    select ${batchId}, id, period, number, amount, "groupIndex", "itemIndex"
    from json_to_recordset(${asRows(rows)}::text::json)
      as r(id text, period int, number int, amount numeric, "groupIndex" int, "itemIndex" int)`;
}

/** What comes of it sets the next look; without that it is looked at when its next period begins. */
function markSigned(tx: TransactionSql, renewals: readonly Renewal[]) {
  return tx`
    update subscriptions s
    set attempt_at = s.attempt_at + s.interval_seconds * interval '1 second'
    where s.id = any (${renewals.map(({ claimed }) => claimed.id)}::text[])
      and s.attempt_at is not null`;
}

/** A charge that is made in a grace period is one of its tries. */
async function noteTry(
  ctx: TaskContext,
  tx: TransactionSql,
  row: StoredSubscription,
  { at, txHash }: { readonly at: Date; readonly txHash: Bytes32 },
): Promise<void> {
  const settings = await readRecoverySettings(tx, row);
  const pauses = await findGracePauses(tx, row);
  const tries = triesUpTo({ ...row, pauses }, settings, at);
  await tx`
    update subscriptions set recovery_tries = ${tries}
    where id = ${row.id} and status = 'past_due'`;
  await tellTry(ctx, tx, row.id, { settings, tries, failure: null, txHash });
}

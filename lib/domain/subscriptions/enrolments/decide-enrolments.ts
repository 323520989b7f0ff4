import { type Db, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { type Chain, deploymentById, deploymentIds } from "@/lib/adapters/chain/chains";
import { signedSubmissionStates, sourcesOf, submissionTransitions } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import type { Finality } from "@/lib/domain/wallets/finality";
import { chargeFailedSubmissions } from "@/lib/domain/wallets/gas-budget";
import { enrolmentDoubt } from "./enrolment-queues";
import { type EnrolmentRow, enrolmentColumns } from "./enrolment-rows";
import { type DoubtfulEnrolment, finalSeconds, judgeEnrolment } from "./judge-enrolment";

const AT_ONCE = 50;
/** An undecided one is looked at again after this. */
const AGAIN_SECONDS = 3;
/**
 * How often it may be queued again after a slot that did not enrol it. A nonce that a foreign transaction used says nothing
 * about it.
 */
const MAX_REQUEUES = 3;

type Doubtful = DoubtfulEnrolment &
  EnrolmentRow & {
    /** Of its rounds, those that lost their nonce to a foreign transaction. */
    foreignRounds: number;
  };

/**
 * Decides enrolments that the chain does not have, at the final block. An enrolment fails when it can no longer be
 * made: its deadline has passed there, the payer has signed and used two further permits, or another intent was
 * enrolled by its permit. Otherwise it is queued again once its slot is used up. What the chain has is booked with its block, and
 * what the node cannot tell stays open and is asked again.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function decideEnrolments(
  { db, chains }: Pick<Context, "db" | "chains">,
  chain: Chain,
  finality: Finality,
): Promise<void> {
  const known = new Set(deploymentIds(chains));
  const doubtful = (await findDoubtful(db, chain.id, finality)).filter(({ deploymentId }) =>
    known.has(deploymentId),
  );
  await Promise.all(
    doubtful.map(async (row) => {
      const verdict = await judgeEnrolment(deploymentById(chains, row.deploymentId), row, finality);
      if (verdict === "enrolled" || verdict === "unknown") return;
      if (verdict === "alive") await queueAgain(db, row);
      else await fail(db, row, verdict);
    }),
  );
}

/**
 * Those of which something can be said. Drawn by lot, so that many that stay undecided keep none of the others from
 * being looked at.
 */
function findDoubtful(db: Db, chainId: number, finality: Finality): Promise<Doubtful[]> {
  return db<Doubtful[]>`
    select * from (
      select ${enrolmentColumns(db)},
        coalesce((
          select u.state = 'consumed' from relay_batch_items i join relay_batches u on u.id = i.batch_id
          where i.submission_id = b.id and i.open limit 1
        ), false) as is_slot_used,
        (
          select count(*)::int from relay_batch_items l join relay_batches u on u.id = l.batch_id
          where l.submission_id = b.id and u.state = 'consumed' and u.consumed_by is null
        ) as foreign_rounds,
        exists (
          select from chain_subscriptions e
          where e.deployment_id = b.deployment_id and e.payer = b.payer
            and e.onchain_id <> b.payment_id and e.token_address = b.token_address
            and e.permit_nonce = s.permit_nonce and e.block_number <= ${finality.number}
        ) as is_replaced
      from (
        select submission_id from relay_open_submissions
        where doubt = ${enrolmentDoubt(chainId)} order by random() limit ${AT_ONCE * 20}
      ) o
      join relay_submissions b on b.id = o.submission_id
      join subscriptions s on s.id = b.subscription_id
      join deployment_contracts d on d.deployment_id = b.deployment_id and d.kind = 'subscriptions'
        and d.joined_at is not null
      where b.updated_at <= clock_now() - ${AGAIN_SECONDS} * interval '1 second'
    ) doubtful
    where valid_before <= ${String(finalSeconds(finality))}::numeric or is_slot_used or is_replaced
      or failure_code is not null
    limit ${AT_ONCE}`;
}

/** The subscription stays pending: its payer may sign anew for it. */
async function fail(db: Db, row: Doubtful, failureCode: string): Promise<void> {
  const sent = row.rounds > 0;
  const expired = failureCode === "authorization_expired";
  const state = sent ? "failed" : expired ? "expired" : "rejected";
  await transaction(db, async (tx) => {
    const { count } = await tx`
      update relay_submissions set state = ${state}, failure_code = ${failureCode},
        next_check_at = null, closed_at = clock_now(), updated_at = clock_now()
      where id = ${row.id} and rounds = ${row.rounds}
        and state in ${tx(sourcesOf(submissionTransitions, state))}`;
    if (count === 0) return;
    await tx`update relay_batch_items set open = false where submission_id = ${row.id} and open`;
    if (sent) await chargeFailedSubmissions(tx, [row]);
  });
}

async function queueAgain(db: Db, { id, rounds, foreignRounds }: Doubtful): Promise<void> {
  if (rounds - foreignRounds > MAX_REQUEUES) return;
  await transaction(db, async (tx) => {
    const { count } = await tx`
      update relay_submissions s set state = 'queued', failure_code = null, next_check_at = null,
        wallet = null, updated_at = clock_now()
      where s.id = ${id} and s.state in (${stateList(tx, signedSubmissionStates)})
        and exists (
          select from relay_batch_items i join relay_batches b on b.id = i.batch_id
          where i.submission_id = s.id and i.open and b.state = 'consumed'
        )`;
    if (count === 0) return;
    await tx`update relay_batch_items set open = false where submission_id = ${id} and open`;
  });
}

import { type Db, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { type Chain, type Chains, deploymentIds } from "@/lib/adapters/chain/chains";
import type { PaymentSettled } from "@/lib/adapters/chain/events/payment-events";
import { type Address, type Bytes32, zeroBytes32 } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import {
  type SubmissionState,
  signedSubmissionStates,
  sourcesOf,
  submissionTransitions,
  unsignedSubmissionStates,
} from "@/lib/core/states";
import type { Finality } from "@/lib/domain/wallets/finality";
import { chargeFailedSubmissions } from "@/lib/domain/wallets/gas-budget";
import { noteSuspect } from "@/lib/domain/wallets/note-suspects";
import { doubtsOf } from "@/lib/domain/wallets/queue/work-queues";
import { finalAuthorization } from "./final-authorization";
import { findSpending } from "./find-spending";
import { isSettled } from "./is-settled";

/**
 * How often a submission may be queued again after a slot that did not settle it. A nonce that a foreign
 * transaction used says nothing about the submission.
 */
const MAX_REQUEUES = 3;
const AT_ONCE = 50;
/** An undecided submission is looked at again after this. */
const AGAIN_SECONDS = 3;

interface Doubtful {
  id: string;
  merchantId: string;
  mode: Mode;
  payer: Address;
  token: Address;
  nonce: Bytes32;
  state: SubmissionState;
  rounds: number;
  /** Of its rounds, those that lost their nonce to a foreign transaction. */
  foreignRounds: number;
  paymentId: Bytes32;
  /** The id that a settlement of the same terms has in the other form of signing. */
  otherId: Bytes32;
  amount: bigint;
  ref: Bytes32 | null;
  createdAt: Date;
  /** The transactions that it was signed into. */
  hashes: Bytes32[];
  /** The slot that it was signed into is used up for good. */
  slotConsumed: boolean;
}

/**
 * Decides submissions that were not settled where they should have been, at the final block. An authorization
 * that is spent there is looked for in the chain: `failed` is one that a transaction without our settlement has used or
 * cancelled. One that our settlement spent was left out of what a node showed us: the indexer reads its transaction. One that is not
 * spent is queued again once its slot is used up, to be simulated and signed anew; until then it stays
 * open, since anyone could still execute it.
 * What the nodes cannot tell stays open and is asked again.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function decideSubmissions(
  db: Db,
  chains: Pick<Chains, "deployments">,
  chain: Chain,
  finality: Finality,
): Promise<void> {
  const doubtful = await findDoubtful(db, chain.id, deploymentIds(chains));
  await Promise.all(
    doubtful.map(async (submission) => {
      const state = await finalAuthorization(db, chain, submission, finality);
      if (state === "spent") {
        await concludeSpent(db, chains, chain, submission, finality);
      } else if (
        state === "unspent" &&
        submission.slotConsumed &&
        submission.rounds - submission.foreignRounds <= MAX_REQUEUES
      ) {
        await queueAgain(db, submission);
      }
    }),
  );
}

/**
 * Noted as looked at, so that the next round takes others. Of a deployment whose history is still being
 * read, or that is not configured any more, nothing can be said: its settlements may be in the chain and not here yet.
 */
function findDoubtful(
  db: Db,
  chainId: number,
  deployments: readonly string[],
): Promise<Doubtful[]> {
  return db<Doubtful[]>`
    with doubtful as materialized (
      select r.* from unnest(${doubtsOf(chainId)}::text[]) as kind cross join lateral (
        select s.* from (
          select submission_id from relay_open_submissions
          where doubt = kind and doubt_at <= clock_now() order by doubt_at offset 0
        ) o cross join lateral (${doubtful(db, deployments)}) s
        limit ${AT_ONCE}
      ) r
    )
    update relay_submissions s set next_check_at = case
      when s.state in (${stateList(db, unsignedSubmissionStates)})
      then s.next_check_at else clock_now() + ${AGAIN_SECONDS} * interval '1 second' end
    from doubtful d where s.id = d.id and s.id = any (array(select id from doubtful))
    returning s.id, s.merchant_id, s.mode, s.payer, s.token_address as token, s.auth_nonce as nonce,
      s.state, s.rounds, s.payment_id, coalesce(s.intent_id, s.auth_nonce) as other_id, s.amount, s.ref, s.created_at,
      array(
        select a.hash from relay_batch_items i join relay_attempts a on a.batch_id = i.batch_id
        where i.submission_id = s.id
      ) as hashes, d.slot_consumed, (
        select count(*)::int from relay_batch_items l join relay_batches u on u.id = l.batch_id
        where l.submission_id = s.id and u.state = 'consumed' and u.consumed_by is null
      ) as foreign_rounds`;
}

/** The condition on a submission, in itself, by which it is in doubt. */
function doubtful(db: Db, deployments: readonly string[]) {
  return db`
    select x.id, coalesce(b.state = 'consumed', false) as slot_consumed
    from relay_submissions x
    join deployment_contracts d on d.deployment_id = x.deployment_id and d.kind = 'processor'
      and d.joined_at is not null
    left join relay_batch_items i on i.submission_id = x.id and i.open
    left join relay_batches b on b.id = i.batch_id
    where x.id = o.submission_id and x.deployment_id = any (${[...deployments]}::text[])
      and (
        (x.state in (${stateList(db, signedSubmissionStates)})
          and (x.next_check_at is null or x.next_check_at <= clock_now())
          and (b.state = 'consumed' or x.failure_code is not null))
        or (x.state in (${stateList(db, unsignedSubmissionStates)}) and x.failure_code = 'nonce_used')
      )
      and not ${isSettled(db, "x")}
    limit 1 for no key update of x skip locked`;
}

async function concludeSpent(
  db: Db,
  chains: Pick<Chains, "deployments">,
  chain: Chain,
  submission: Doubtful,
  finality: Finality,
): Promise<void> {
  const { paymentId, otherId, amount, createdAt: since } = submission;
  const ref = submission.ref ?? zeroBytes32;
  // Of the nonce alone nothing follows: it can be the digest of other terms.
  const isOurs = (settled: PaymentSettled) =>
    settled.paymentId === paymentId ||
    (settled.paymentId === otherId && settled.amount === amount && settled.ref === ref);
  const spending = await findSpending(chains, chain, { ...submission, since, isOurs }, finality);
  if (spending.kind === "elsewhere") await failConsumed(db, submission);
  if (spending.kind === "ours") {
    const suspect = { chainId: chain.id, txHash: spending.txHash, foundBy: "outcome" as const };
    await transaction(db, (tx) => noteSuspect(tx, suspect));
  }
}

async function failConsumed(db: Db, submission: Doubtful): Promise<void> {
  const state = submission.state === "held" ? "rejected" : "failed";
  await transaction(db, async (tx) => {
    const { count } = await tx`
      update relay_submissions s set state = ${state}, failure_code = 'authorization_consumed',
        next_check_at = null, closed_at = clock_now(), updated_at = clock_now()
      where s.id = ${submission.id} and s.state in ${tx(sourcesOf(submissionTransitions, state))}
        and not ${isSettled(tx, "s")}`;
    if (count === 0) return;
    await tx`update relay_batch_items set open = false where submission_id = ${submission.id} and open`;
    if (submission.rounds > 0) await chargeFailedSubmissions(tx, [submission]);
  });
}

async function queueAgain(db: Db, { id }: Doubtful): Promise<void> {
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

import { type Db, transaction } from "@/db/client";
import type { Chain } from "@/lib/adapters/chain/chains";
import { isAuthorizationSpent } from "@/lib/adapters/chain/tokens";
import type { Address, Bytes32 } from "@/lib/core/hex";
import type { Mode } from "@/lib/core/modes";
import { type SubmissionState, sourcesOf, submissionTransitions } from "@/lib/core/states";
import type { Finality } from "./finality";
import { chargeFailedItems } from "./gas-budget";

/** How often an item may be queued again after a slot that did not settle it. */
const MAX_REQUEUES = 3;
const AT_ONCE = 50;
/** An undecided item is looked at again after this. */
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
  /** The slot that it was signed into is used up for good. */
  slotConsumed: boolean;
}

/**
 * Decides items that were not settled where they should have been, at the final block. An authorization
 * that is spent there without our settlement was cancelled or used elsewhere: `failed`. One that is not
 * spent is queued again once its slot is used up, to be simulated and signed anew; until then it stays
 * open, since anyone could still execute it.
 * @throws RpcError also where the node has forgotten the final block's state
 * @throws RpcUnavailable
 */
export async function decideItems(db: Db, chain: Chain, finality: Finality): Promise<void> {
  const doubtful = await findDoubtful(db, chain.id);
  await Promise.all(
    doubtful.map(async (item) => {
      const { token, payer: authorizer, nonce } = item;
      const signer = { authorizer, nonce };
      if (await isAuthorizationSpent(chain.rpc, token, signer, finality.number)) {
        await failConsumed(db, item);
      } else if (item.slotConsumed && item.rounds <= MAX_REQUEUES) {
        await queueAgain(db, item);
      }
    }),
  );
}

/**
 * Noted as looked at, so that the next round takes others. Of a deployment whose history is still being
 * read nothing can be said: its settlements may be in the chain and not here yet.
 */
function findDoubtful(db: Db, chainId: number): Promise<Doubtful[]> {
  return db<Doubtful[]>`
    with doubtful as (
      select s.id, coalesce(b.state = 'consumed', false) as slot_consumed
      from relay_submissions s
      join deployments d on d.id = s.deployment_id and d.joined_at is not null
      left join relay_batch_items i on i.submission_id = s.id and i.open
      left join relay_batches b on b.id = i.batch_id
      where s.chain_id = ${chainId}
        and (
          (s.state in ('signed', 'broadcast', 'mined')
            and (s.next_check_at is null or s.next_check_at <= now())
            and (b.state = 'consumed' or s.failure_code is not null))
          or (s.state in ('held', 'queued') and s.failure_code = 'nonce_used')
        )
        and not exists (
          select from transactions t
          where t.deployment_id = s.deployment_id and t.payment_id = s.payment_id
            and t.status in ('pending', 'confirmed')
        )
      order by s.created_at limit ${AT_ONCE} for update of s skip locked
    )
    update relay_submissions s set next_check_at = case when s.state in ('held', 'queued')
      then s.next_check_at else now() + ${AGAIN_SECONDS} * interval '1 second' end
    from doubtful d where s.id = d.id
    returning s.id, s.merchant_id, s.mode, s.payer, s.token_address as token, s.auth_nonce as nonce,
      s.state, s.rounds, d.slot_consumed`;
}

async function failConsumed(db: Db, item: Doubtful): Promise<void> {
  const state = item.state === "held" ? "rejected" : "failed";
  await transaction(db, async (tx) => {
    const { count } = await tx`
      update relay_submissions s set state = ${state}, failure_code = 'authorization_consumed',
        next_check_at = null, closed_at = now(), updated_at = now()
      where s.id = ${item.id} and s.state in ${tx(sourcesOf(submissionTransitions, state))}
        and not exists (
          select from transactions t
          where t.deployment_id = s.deployment_id and t.payment_id = s.payment_id
            and t.status in ('pending', 'confirmed')
        )`;
    if (count === 0) return;
    await tx`update relay_batch_items set open = false where submission_id = ${item.id} and open`;
    if (item.rounds > 0) await chargeFailedItems(tx, [item]);
  });
}

async function queueAgain(db: Db, { id }: Doubtful): Promise<void> {
  await transaction(db, async (tx) => {
    const { count } = await tx`
      update relay_submissions s set state = 'queued', failure_code = null, next_check_at = null,
        updated_at = now()
      where s.id = ${id} and s.state in ('signed', 'broadcast', 'mined')
        and exists (
          select from relay_batch_items i join relay_batches b on b.id = i.batch_id
          where i.submission_id = s.id and i.open and b.state = 'consumed'
        )`;
    if (count === 0) return;
    await tx`update relay_batch_items set open = false where submission_id = ${id} and open`;
  });
}

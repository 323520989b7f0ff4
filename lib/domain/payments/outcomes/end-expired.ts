import { type Db, transaction } from "@/db/client";
import { stateList } from "@/db/state-list";
import { type Chain, deploymentIds } from "@/lib/adapters/chain/chains";
import type { Address } from "@/lib/core/chain/hex";
import type { Mode } from "@/lib/core/modes";
import { openSubmissionStates, unsignedSubmissionStates } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import type { Finality } from "@/lib/domain/wallets/finality";
import { chargeFailedSubmissions } from "@/lib/domain/wallets/gas-budget";
import {
  type AuthorizationName,
  type FinalAuthorization,
  finalAuthorization,
} from "./final-authorization";
import { isSettled } from "./is-settled";

const AT_ONCE = 100;

interface EndedSubmission {
  id: string;
  merchantId: string;
  mode: Mode;
  payer: Address;
  rounds: number;
}

/**
 * Ends submissions whose authorization has run out at the final block without being settled: it can no longer be
 * executed, so the payer may sign again. Those that no transaction carries are `expired`, the others `failed`. The
 * chain is asked for each: one that is spent there is decided apart, by what spent it. Nothing is said of one whose deployment
 * is not configured any more: its settlement is not read.
 * @throws RpcUnavailable, ChainDoubt
 */
export async function endExpired(
  { db, chains }: Pick<Context, "db" | "chains">,
  chain: Chain,
  finality: Finality,
): Promise<void> {
  const finalSeconds = String(Math.floor(finality.at.getTime() / 1000));
  const due = await findDue(db, { chainId: chain.id, finalSeconds, ids: deploymentIds(chains) });
  const states = await Promise.all(
    due.map((authorization) => finalAuthorization(db, chain, authorization, finality)),
  );
  const idsOf = (state: FinalAuthorization) =>
    due.flatMap(({ id }, at) => (states[at] === state ? [id] : []));
  await endUnspent(db, idsOf("unspent"), finalSeconds);
  await doubtSpent(db, idsOf("spent"));
}

type Due = AuthorizationName & { readonly id: string };

/** Drawn by lot, so that those of which nothing can be said keep none of the others from being looked at. */
function findDue(
  db: Db,
  { chainId, finalSeconds, ids }: { chainId: number; finalSeconds: string; ids: readonly string[] },
): Promise<Due[]> {
  return db<Due[]>`
    select s.id, s.token_address as token, s.payer, s.auth_nonce as nonce
    from (
      select submission_id from relay_open_submissions
      where chain_id = ${chainId} and valid_before <= ${finalSeconds}::numeric
      order by random() limit ${AT_ONCE}
    ) o cross join lateral (
      select x.* from relay_submissions x
      where x.id = o.submission_id and x.kind = 'payment'
        and x.deployment_id = any (${[...ids]}::text[])
        and x.state in (${stateList(db, openSubmissionStates)})
        and x.valid_before <= ${finalSeconds}::numeric
        and (x.failure_code is distinct from 'nonce_used' or x.next_check_at is null
          or x.next_check_at <= clock_now())
        and not ${isSettled(db, "x")}
      limit 1
    ) s`;
}

/** `decideSubmissions` takes them up. */
async function doubtSpent(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db`
    update relay_submissions s set failure_code = 'nonce_used', updated_at = clock_now()
    where s.id = any (${[...ids]}) and s.state in (${stateList(db, openSubmissionStates)})
      and s.failure_code is distinct from 'nonce_used'`;
}

async function endUnspent(db: Db, ids: readonly string[], finalSeconds: string): Promise<void> {
  if (ids.length === 0) return;
  await transaction(db, async (tx) => {
    const ended = await tx<EndedSubmission[]>`
      with due as materialized (
        select x.id from relay_submissions x
        where x.id = any (${[...ids]}) and x.state in (${stateList(tx, openSubmissionStates)})
          and x.valid_before <= ${finalSeconds}::numeric
          and not ${isSettled(tx, "x")}
        order by x.id for no key update of x skip locked
      )
      update relay_submissions s set
        state = case when s.state in (${stateList(tx, unsignedSubmissionStates)})
          then 'expired' else 'failed' end,
        failure_code = 'authorization_expired', next_check_at = null, closed_at = clock_now(),
        updated_at = clock_now()
      where s.id = any (array(select id from due))
      returning s.id, s.merchant_id, s.mode, s.payer, s.rounds`;
    if (ended.length === 0) return;
    await tx`
      update relay_batch_items set open = false
      where submission_id = any (${ended.map(({ id }) => id)}) and open`;
    await chargeFailedSubmissions(
      tx,
      ended.filter(({ rounds }) => rounds > 0),
    );
  });
}

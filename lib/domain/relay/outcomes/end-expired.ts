import { transaction } from "@/db/client";
import type { Address } from "@/lib/core/hex";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/context";
import type { Finality } from "@/lib/domain/relay/finality";
import { chargeFailedSubmissions } from "@/lib/domain/relay/gas-budget";
import { openStates } from "@/lib/domain/relay/open-states";
import { isSettled } from "./is-settled";

const AT_ONCE = 500;

interface Ended {
  id: string;
  merchantId: string;
  mode: Mode;
  payer: Address;
  rounds: number;
}

/**
 * Ends submissions whose authorization has run out at the final block without being settled: nobody can
 * execute it any more, so the payer may sign again. Those that no transaction carries are `expired`, the
 * others `failed`.
 */
export async function endExpired(
  { db }: Pick<Context, "db">,
  chainId: number,
  { at }: Finality,
): Promise<void> {
  const finalSeconds = String(Math.floor(at.getTime() / 1000));
  await transaction(db, async (tx) => {
    const ended = await tx<Ended[]>`
      with due as materialized (
        select s.id from (
          select submission_id from relay_open_submissions
          where chain_id = ${chainId} and valid_before <= ${finalSeconds}::numeric
          order by valid_before offset 0
        ) o cross join lateral (
          select x.id from relay_submissions x
          where x.id = o.submission_id and x.kind = 'payment' and x.state in (${openStates(tx)})
            and x.valid_before <= ${finalSeconds}::numeric
            and not ${isSettled(tx, "x")}
          limit 1 for no key update of x skip locked
        ) s
        limit ${AT_ONCE}
      )
      update relay_submissions s set
        state = case when s.state in ('held', 'queued') then 'expired' else 'failed' end,
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

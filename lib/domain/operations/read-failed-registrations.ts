import type { Db } from "@/db/client";
import type { Mode } from "@/lib/core/modes";

/** Merchants of a mode and chain whose registration has ended without effect, and was not asked for again. */
export interface FailedRegistrations {
  readonly chainId: number;
  readonly mode: Mode;
  readonly count: number;
  /** Of the one that ended last. */
  readonly merchantId: string;
  readonly failure: string | null;
}

/** For so long they are told of. */
const TOLD_DAYS = 7;

/** Reads which merchants wait for a registration that is no longer tried. */
export function readFailedRegistrations(db: Db): Promise<FailedRegistrations[]> {
  return db<FailedRegistrations[]>`
    select c.chain_id, d.mode, count(*)::int,
      (array_agg(c.merchant_id order by c.number desc))[1] as merchant_id,
      (array_agg(c.failure order by c.number desc))[1] as failure
    from operator_calls c join deployments d on d.id = c.deployment_id
    join merchants m on m.id = c.merchant_id and m.status <> 'closed'
    where c.kind = 'register' and c.state in ('refused', 'failed')
      and c.failure is distinct from 'withdrawn'
      and c.closed_at > clock_now() - ${TOLD_DAYS} * interval '1 day'
      and not exists (
        select from operator_calls l
        where l.deployment_id = c.deployment_id and l.merchant_id = c.merchant_id
          and l.kind = 'register' and l.number > c.number
      )
      and not exists (
        select from merchant_registrations r
        where r.merchant_id = c.merchant_id and r.mode = d.mode
          and r.deployment_id = c.deployment_id and r.status <> 'none'
      )
    group by 1, 2 order by max(c.number) desc`;
}

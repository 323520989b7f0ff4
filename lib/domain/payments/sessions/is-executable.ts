import type { Db } from "@/db/client";
import { isBeingPaid } from "@/lib/domain/wallets/is-being-paid";

/**
 * The condition on a closed session `s` that a payment of it is on its way, or that an authorization for it
 * can still be executed: what a payer was asked to sign, or a submission that was refused before it was broadcast. One is
 * dead at the block up to which the chain was read twice, once that is past its time.
 */
export function isExecutable(db: Db) {
  const certain = db`(
    select c.reread_at from deployments d join chain_cursors c on c.chain_id = d.chain_id
    where d.id = s.deployment_id and c.halted_reason is null and c.doubt_since is null
  )`;
  return db`(
    ${isBeingPaid(db)}
    or coalesce(
      greatest(
        (select max(r.valid_before) from signing_requests r where r.session_id = s.id),
        (select max(to_timestamp(least(b.valid_before, 32503680000)::float8))
          from relay_submissions b
          where b.session_id = s.id and b.state = 'rejected'
            and b.failure_code is distinct from 'authorization_consumed')
      ) > coalesce(${certain}, '-infinity'), false)
  )`;
}

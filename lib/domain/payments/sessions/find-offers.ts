import type { Db } from "@/db/client";
import { type Deployment, deploymentById, deploymentsOf } from "@/lib/adapters/chain/chains";
import type { Context } from "@/lib/domain/platform/context";
import { takesNew } from "@/lib/domain/platform/deployments/takes-new";
import { isExecutable } from "./is-executable";
import type { SessionRow } from "./session-rows";

/** Where a session can be paid. */
export interface SessionOffers {
  /** One of each chain, in the order in which they are used; the session's own is among them. */
  readonly deployments: readonly Deployment[];
  /** Whether the session may still move to another one of them. */
  readonly isMovable: boolean;
}

/**
 * Finds the chains on which a session can be paid: its own, and where its creation named none also those of its mode in
 * whose registry its merchant can be paid in the session's currency.
 */
export async function findOffers(
  { db, chains }: Pick<Context, "db" | "chains">,
  row: SessionRow,
): Promise<SessionOffers> {
  const own = deploymentById(chains, row.deploymentId);
  const all = deploymentsOf(chains, row.mode);
  const others = all.filter(
    ({ chainId, contracts, tokens }) =>
      chainId !== own.chainId && contracts.processor && tokens[row.currency],
  );
  if (row.chainFixed || others.length === 0) return { deployments: [own], isMovable: false };
  const rows = await db<{ deploymentId: string; isMovable: boolean }[]>`
    select r.deployment_id, ${isMovable(db)} as is_movable
    from payment_sessions s
    join merchants m on m.id = s.merchant_id
    join merchant_registrations r on r.merchant_id = s.merchant_id and r.mode = s.mode
    where s.id = ${row.id} and r.deployment_id = any (${others.map(({ id }) => id)})
      and ${isPaidThrough(db)}`;
  const found = new Set(rows.map(({ deploymentId }) => deploymentId));
  // Of several deployments of a chain the first one is used.
  const offered = new Map<number, Deployment>([[own.chainId, own]]);
  for (const other of others) {
    if (found.has(other.id) && !offered.has(other.chainId)) offered.set(other.chainId, other);
  }
  return {
    deployments: all.filter((deployment) => offered.get(deployment.chainId) === deployment),
    isMovable: rows.some((found) => found.isMovable),
  };
}

/**
 * The condition on a session `s` whose creation named no chain that it may move to another one: it is open, nothing that a
 * payer was asked to sign for it can still be executed, and no settlement has ever named it, of any amount. A caller that
 * acts on the answer must hold the session's lock.
 */
export function isMovable(db: Db) {
  return db`(
    s.status = 'pending' and not ${isExecutable(db)}
    and not exists (select from transactions t where t.session_id = s.id)
  )`;
}

/**
 * The condition on a merchant `m` and one of its registrations `r` that something new can be paid there: what a session's
 * creation asks for, on a chain that is read.
 */
export function isPaidThrough(db: Db) {
  return db`(
    m.status = 'active' and ${takesNew(db)} and r.payout_trouble is null
    and not exists (
      select from deployments d join chain_cursors c on c.chain_id = d.chain_id
      where d.id = r.deployment_id and (c.halted_reason is not null or c.doubt_since is not null)
    )
  )`;
}

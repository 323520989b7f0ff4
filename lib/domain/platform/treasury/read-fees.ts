import type { Db } from "@/db/client";
import type { transactions } from "@/db/schema/payments";
import { stateList } from "@/db/state-list";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { accruedOf } from "@/lib/adapters/chain/reads/treasury";
import type { FeeContract } from "@/lib/core/chain/contract-kinds";
import type { Address } from "@/lib/core/chain/hex";
import { impossible } from "@/lib/core/errors";
import { standingTransactionStatuses } from "@/lib/core/states";

/** What a contract's events say of its fees in a token, and what it counts. All in the token's smallest unit. */
export interface Fees {
  /** The last block that was read: everything here is as of it. */
  readonly readTo: bigint;
  /** Fees of all payments or charges, and of those in final blocks. */
  readonly accrued: bigint;
  readonly finalAccrued: bigint;
  /** What left for the treasury. */
  readonly swept: bigint;
  /** Fees of final ones that are still there: what can be swept. */
  readonly waiting: bigint;
  /** What the contract itself says has accrued for the registry and was not swept. */
  readonly counted: bigint;
}

/** The transactions whose fees a contract keeps. */
const typesOf: Record<FeeContract, (typeof transactions.$inferSelect)["type"][]> = {
  processor: ["payment", "unmatched_deposit"],
  subscriptions: ["subscription_charge"],
  escrow: ["agent_job"],
};

type Sums = Pick<Fees, "readTo" | "accrued" | "finalAccrued" | "swept">;

/**
 * Reads what the fees of a registry are in a contract, by events, beside what the contract counts.
 * It reads every payment, or charge, of the deployment.
 * @throws Refusal the chain was never read
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function readFees(
  db: Db,
  deployment: Deployment,
  { contract, token }: { readonly contract: FeeContract; readonly token: Address },
): Promise<Fees> {
  const sums = await sumUp(db, deployment, { contract, token });
  const pot = {
    core: addressOf(deployment, contract),
    registry: addressOf(deployment, "registry"),
    token,
  };
  const counted = await accruedOf(deployment.chain.rpc, pot, sums.readTo);
  const atLeast = (value: bigint) => (value > 0n ? value : 0n);
  return {
    ...sums,
    waiting: atLeast(sums.finalAccrued - sums.swept),
    counted,
  };
}

async function sumUp(
  db: Db,
  { id, chainId }: Deployment,
  { contract, token }: Parameters<typeof readFees>[2],
): Promise<Sums> {
  const [row] = await db<Sums[]>`
    with fees as (
      select fee, block_number from transactions
      where deployment_id = ${id} and token_address = ${token}
        and type in ${db(typesOf[contract])}
        and status in (${stateList(db, standingTransactionStatuses)})
      union all
      select f.fee, f.block_number from unbooked_fees f
      join chain_events e using (chain_id, block_number, log_index)
      where f.deployment_id = ${id} and f.token_address = ${token} and e.kind = ${contract}
    )
    select c.number as read_to, coalesce(sum(f.fee), 0) as accrued,
      coalesce(sum(f.fee) filter (where f.block_number <= c.finalized_number), 0) as final_accrued,
      (
        select coalesce(sum(p.amount), 0) from platform_changes p
        join chain_events e using (chain_id, block_number, log_index)
        where p.deployment_id = ${id} and p.event = 'FeesSwept' and p.token_address = ${token}
          and e.kind = ${contract}
      ) as swept
    from chain_cursors c left join fees f on true
    where c.chain_id = ${chainId} group by c.number`;
  if (!row) throw impossible(`Chain ${chainId} was never read.`);
  return row;
}

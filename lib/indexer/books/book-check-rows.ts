import { asRows } from "@/db/as-rows";
import { bookedRows } from "@/db/booked-condition";
import type { Db, TransactionSql } from "@/db/client";
import type { Address, Bytes32 } from "@/lib/core/chain/hex";
import type { Source } from "@/lib/indexer/source";
import type { Difference } from "./movement";
import type { ChainMoney } from "./read-chain-movements";

/** What a contract's events say of a token, smallest unit. */
export interface BookTotal {
  readonly contract: Address;
  readonly token: Address;
  /** Of what is to be in the books. */
  movements: bigint;
  amount: bigint;
  fees: bigint;
  /** Fees of all, and what left for the treasury. */
  accrued: bigint;
  swept: bigint;
}

/** How far a chain's books were compared. */
export interface BookCheck {
  readonly contracts: string;
  readonly checkedNumber: bigint;
  readonly checkedHash: Bytes32 | null;
}

/** Beyond it further differences of a chain are counted in the log alone. */
const MOST_KEPT = 1_000;

/** Names the contracts that are compared. */
export const contractsKey = ({ contracts }: Source) =>
  contracts
    .map(({ address }) => address)
    .toSorted()
    .join(" ");

export async function findBookCheck(db: Db, chainId: number): Promise<BookCheck | undefined> {
  const [row] = await db<BookCheck[]>`
    select contracts, checked_number, checked_hash from book_checks where chain_id = ${chainId}`;
  return row;
}

/** What the chain had said up to where the books were compared. */
export function readTotals(db: Db, chainId: number): Promise<BookTotal[]> {
  return db<BookTotal[]>`
    select contract, token_address as token, movements, amount, fees, accrued, swept
    from book_totals where chain_id = ${chainId} order by contract, token_address`;
}

/** Adds what a range of blocks showed. @param isBooked whether an event is to be in the books */
export function addMoney(
  totals: BookTotal[],
  { movements, sweeps }: Omit<ChainMoney, "through">,
  isBooked: (event: ChainMoney["movements"][number]) => boolean,
): void {
  const of = (contract: Address, token: Address): BookTotal => {
    const known = totals.find((one) => one.contract === contract && one.token === token);
    if (known) return known;
    const zero = { movements: 0n, amount: 0n, fees: 0n, accrued: 0n, swept: 0n };
    const added = { contract, token, ...zero };
    totals.push(added);
    return added;
  };
  for (const event of movements) {
    const total = of(event.contract, event.token);
    total.accrued += event.fee;
    if (!isBooked(event)) continue;
    total.movements += 1n;
    total.amount += event.amount;
    total.fees += event.fee;
  }
  for (const { contract, token, amount } of sweeps) of(contract, token).swept += amount;
}

/**
 * What the books have of the same contracts up to a block, by a fresh sum. Refunds are summed under the registry, since
 * a plain transfer names no contract. Rows in another currency than their token's are left out, so that they show.
 */
export function readBookedTotals(
  db: Db,
  { chain, contracts }: Source,
  through: bigint,
): Promise<Pick<BookTotal, "contract" | "token" | "movements" | "amount" | "fees">[]> {
  const rows = contracts.map(({ address, kind, deployment }) => ({
    address,
    kind,
    deploymentId: deployment.id,
  }));
  const tokens = contracts.flatMap(({ deployment }) =>
    Object.values(deployment.tokens).map(({ address, currency }) => ({
      ...{ address, currency, deploymentId: deployment.id },
    })),
  );
  return db`
    with sums as (
      select deployment_id, token_address, currency,
        case type when 'subscription_charge' then 'subscriptions' when 'refund' then 'registry'
          else 'processor' end as kind,
        count(*) as movements, sum(amount) as amount, sum(fee) as fees
      from transactions
      where chain_id = ${chain.id} and block_number <= ${through} and ${db.unsafe(bookedRows)}
      group by 1, 2, 3, 4
    )
    select hex_bytes(c.address) as contract, s.token_address as token,
      sum(s.movements)::bigint as movements, sum(s.amount) as amount, sum(s.fees) as fees
    from json_to_recordset(${asRows(rows)}::text::json)
      as c(address text, kind text, "deploymentId" text)
    join sums s on s.deployment_id = c."deploymentId" and s.kind = c.kind
    where not exists (
      select from json_to_recordset(${asRows(tokens)}::text::json)
        as t(address text, currency text, "deploymentId" text)
      where t."deploymentId" = s.deployment_id and hex_bytes(t.address) = s.token_address
        and t.currency <> s.currency
    )
    group by 1, 2`;
}

/** A page of the comparison, as it is kept. */
export interface CheckedPage {
  readonly chainId: number;
  readonly above: bigint;
  readonly through: bigint;
  readonly differences: readonly Difference[];
}

/** Replaces what was kept of these blocks. */
export async function keepDifferences(
  tx: TransactionSql,
  { chainId, above, through, differences }: CheckedPage,
): Promise<void> {
  await tx`
    delete from book_differences where chain_id = ${chainId}
      and block_number > ${above} and block_number <= ${through}
      and kind not in ('sums', 'balance')`;
  await insertDifferences(tx, chainId, differences);
}

/** Replaces what was kept of sums and balances. */
export async function keepSums(
  tx: TransactionSql,
  chainId: number,
  differences: readonly Difference[],
): Promise<void> {
  await tx`
    delete from book_differences where chain_id = ${chainId} and kind in ('sums', 'balance')`;
  await insertDifferences(tx, chainId, differences);
}

async function insertDifferences(
  tx: TransactionSql,
  chainId: number,
  differences: readonly Difference[],
): Promise<void> {
  if (differences.length === 0) return;
  await tx`
    insert into book_differences (chain_id, kind, block_number, tx_hash, log_index, subject, ours,
      theirs)
    select ${chainId}, kind, "blockNumber", hex_bytes("txHash"), "logIndex", subject, ours, theirs
    from json_to_recordset(${asRows([...differences])}::text::json)
      as d(kind text, "blockNumber" bigint, "txHash" text, "logIndex" int, subject text, ours text,
        theirs text)
    limit greatest(0, ${MOST_KEPT} - (
      select count(*)::int from book_differences where chain_id = ${chainId}
    ))`;
}

/** Stores the sums of a chain. */
export async function keepTotals(
  tx: TransactionSql,
  chainId: number,
  totals: readonly BookTotal[],
): Promise<void> {
  if (totals.length === 0) return;
  await tx`
    insert into book_totals (chain_id, contract, token_address, movements, amount, fees, accrued,
      swept)
    select ${chainId}, hex_bytes(contract), hex_bytes(token), movements, amount, fees, accrued, swept
    from json_to_recordset(${asRows([...totals])}::text::json)
      as t(contract text, token text, movements bigint, amount numeric, fees numeric,
        accrued numeric, swept numeric)
    on conflict (chain_id, contract, token_address) do update set movements = excluded.movements,
      amount = excluded.amount, fees = excluded.fees, accrued = excluded.accrued,
      swept = excluded.swept`;
}

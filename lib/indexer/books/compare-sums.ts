import type { Db } from "@/db/client";
import { balanceOf } from "@/lib/adapters/chain/reads/tokens";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { BookDifferenceKind } from "@/lib/core/insight/book-differences";
import type { Source } from "@/lib/indexer/source";
import { type BookTotal, readBookedTotals } from "./book-check-rows";
import type { Difference } from "./movement";

type Sum = Pick<BookTotal, "movements" | "amount" | "fees">;

const nothing: Sum = { movements: 0n, amount: 0n, fees: 0n };
const tell = ({ movements, amount, fees }: Sum) => `${movements} of ${amount}, fees ${fees}`;

/**
 * Compares sums of the books with those of the chain's events, by contract and token; and whether contracts hold the
 * fees that accrued and were not swept, at that block.
 * @param through the block up to which the totals are
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function compareSums(
  { db }: { readonly db: Db },
  rpc: Rpc,
  source: Source,
  { totals, through }: { readonly totals: readonly BookTotal[]; readonly through: bigint },
): Promise<Difference[]> {
  const booked = await readBookedTotals(db, source, through);
  const nameOf = ({ contract, token }: Pick<BookTotal, "contract" | "token">) =>
    `${contract} ${token}`;
  const ours = new Map(booked.map((sum) => [nameOf(sum), sum]));
  const theirs = new Map(totals.map((sum) => [nameOf(sum), sum]));
  const found: Difference[] = [];
  const note = (kind: BookDifferenceKind, subject: string, has: [string, string]) => {
    const place = { chainId: source.chain.id, blockNumber: through, txHash: null, logIndex: null };
    found.push({ kind, ...place, subject, ours: has[0], theirs: has[1] });
  };
  for (const name of new Set([...ours.keys(), ...theirs.keys()])) {
    const has = [tell(ours.get(name) ?? nothing), tell(theirs.get(name) ?? nothing)] as const;
    if (has[0] !== has[1]) note("sums", name, [...has]);
  }
  for (const total of totals) {
    const { contract, token, accrued, swept } = total;
    if (accrued <= swept) continue;
    const balance = await balanceOf(rpc, token, contract, through);
    if (balance >= accrued - swept) continue;
    note("balance", nameOf(total), [`fees ${accrued - swept}`, `balance ${balance}`]);
  }
  return found;
}

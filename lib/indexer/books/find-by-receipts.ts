import { tokenAt } from "@/lib/adapters/chain/chains";
import { type MinedTransfers, readTransfers } from "@/lib/adapters/chain/reads/transfers";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { Source } from "@/lib/indexer/source";
import { type BookedMovement, type ChainMovement, placeOf } from "./movement";
import { decodeMoney } from "./read-chain-movements";

const RECEIPTS_AT_ONCE = 8;

/**
 * What the receipts of rows say whose events the node's logs did not show: refunds by a plain transfer, which have no
 * event of ours, and logs that a node left out.
 * @param rows without an event
 * @returns nothing of rows whose transaction is not in the chain, or has no such log
 * @throws RpcError, RpcUnavailable, ChainDoubt
 */
export async function findByReceipts(
  rpc: Rpc,
  source: Source,
  rows: readonly BookedMovement[],
): Promise<ChainMovement[]> {
  const receipts = await readReceipts(rpc, new Set(rows.map(({ txHash }) => txHash)));
  const found = new Map<string, ChainMovement>();
  for (const { logs } of receipts.values()) {
    for (const event of decodeMoney(source, logs, logs).movements) found.set(placeOf(event), event);
  }
  return rows.flatMap((row) => {
    const receipt = receipts.get(row.txHash);
    const event = found.get(placeOf(row)) ?? (receipt && transferIn(source, receipt, row));
    return event ?? [];
  });
}

async function readReceipts(
  rpc: Rpc,
  hashes: ReadonlySet<Bytes32>,
): Promise<Map<Bytes32, MinedTransfers>> {
  const all = [...hashes];
  const found = new Map<Bytes32, MinedTransfers>();
  for (let at = 0; at < all.length; at += RECEIPTS_AT_ONCE) {
    const slice = all.slice(at, at + RECEIPTS_AT_ONCE);
    const read = await Promise.all(slice.map((hash) => readTransfers(rpc, hash)));
    for (const [place, receipt] of read.entries()) {
      const hash = slice[place];
      if (hash && receipt?.succeeded) found.set(hash, receipt);
    }
  }
  return found;
}

/** Only a refund may be a plain transfer. */
function transferIn(
  { contracts }: Source,
  { transfers, blockNumber }: MinedTransfers,
  row: BookedMovement,
): ChainMovement | null {
  const transfer = transfers.find(({ logIndex }) => logIndex === row.logIndex);
  const ours = contracts.find(({ deployment }) => deployment.id === row.deploymentId);
  if (row.type !== "refund" || !transfer || !ours) return null;
  const { token, from: payer, to: payout, amount } = transfer;
  const { txHash, logIndex, deploymentId } = row;
  const contract = ours.deployment.contracts.registry.address;
  const currency = tokenAt(ours.deployment, token)?.currency ?? null;
  const said = { token, currency, payer, payout, amount, fee: 0n, merchant: null, contract };
  return { type: "refund", ...said, txHash, logIndex, blockNumber, deploymentId };
}

import type { z } from "zod";
import type { transactions } from "@/db/schema/payments";
import type { Chains } from "@/lib/adapters/chain/chains";
import type { transaction } from "@/lib/contract/payments/transactions";
import { refOf } from "@/lib/core/chain/hex";

export type TransactionRow = typeof transactions.$inferSelect;
export type TransactionView = z.output<typeof transaction>;

/** What a payer has paid; a refund of it or an agent's payment is not refunded. */
const refundableTypes: readonly TransactionRow["type"][] = [
  "payment",
  "subscription_charge",
  "unmatched_deposit",
];

const isRefundable = ({ status, type }: TransactionRow) =>
  status === "confirmed" && refundableTypes.includes(type);

const leftOf = ({ amount, amountRefunded }: TransactionRow) =>
  amountRefunded < amount ? amount - amountRefunded : 0n;

/** A settlement as the merchant sees it, with its page on the chain's block explorer. */
export function viewTransaction(chains: Chains, row: TransactionRow): TransactionView {
  const chain = chains.all.find(({ id }) => id === row.chainId);
  const explorer = chain?.preset.explorer;
  return {
    ...row,
    object: "transaction",
    from: row.fromAddress,
    to: row.toAddress,
    amountRefundable: isRefundable(row) ? leftOf(row) : 0n,
    ref: row.ref ?? refOf(row.sessionId ?? ""),
    explorerUrl: explorer ? `${explorer}/tx/${row.txHash}` : null,
  };
}

import { asRows } from "@/db/as-rows";
import type { TransactionSql } from "@/db/client";
import type { Address } from "@/lib/core/chain/hex";
import { newId } from "@/lib/core/ids";

interface Payment {
  merchantId: string;
  mode: string;
  payer: Address;
}

/**
 * Finds the customers behind payments by their wallets, and adds those of `becomes` that are new. What a
 * merchant knows of a customer stays as it is.
 * @returns the customer's id by payment; absent for a wallet without a customer
 */
export async function addCustomers<P extends Payment>(
  tx: TransactionSql,
  payments: readonly P[],
  becomes: (payment: P) => boolean,
): Promise<Map<P, string>> {
  const wallets = new Map(payments.filter(becomes).map((payment) => [keyOf(payment), payment]));
  // In one order, so that two that add the same ones cannot wait for each other.
  const rows = [...wallets]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { merchantId, mode, payer }]) => ({
      id: newId("customer"),
      merchantId,
      mode,
      payer,
    }));
  if (rows.length > 0) {
    await tx`
      insert into customers (id, merchant_id, mode, wallet_address)
      select id, "merchantId", mode, hex_bytes(payer)
      from json_to_recordset(${asRows(rows)}::text::json)
        as p(id text, "merchantId" text, mode text, payer text)
      on conflict (merchant_id, mode, wallet_address) do nothing`;
  }
  const known = await tx<(Payment & { id: string })[]>`
    select id, merchant_id, mode, wallet_address as payer from customers
    where merchant_id = any (${[...new Set(payments.map(({ merchantId }) => merchantId))]})
      and mode in ('test', 'live')
      and wallet_address = any (${[...new Set(payments.map(({ payer }) => payer))]})`;
  const ids = new Map(known.map((customer) => [keyOf(customer), customer.id]));
  return new Map(
    payments.flatMap((payment) => {
      const id = ids.get(keyOf(payment));
      return id ? [[payment, id] as const] : [];
    }),
  );
}

const keyOf = ({ merchantId, mode, payer }: Payment): string => `${merchantId} ${mode} ${payer}`;

import type { TransactionSql } from "@/db/client";
import { sourcesOf, transactionTransitions } from "@/lib/core/states";
import { exceptionAfter } from "@/lib/domain/payments/settlements/unwind-settlements";
import { chargeKey } from "./charge-key";
import { insertTransactions } from "./charge-transactions";
import { nameOf, readAllByOnchainId } from "./find-booked";
import { findLate } from "./find-late";
import type { ChargeEvent } from "./subscription-event";

/**
 * Shows newly mined charges of subscriptions that are known as `pending` transactions. Nothing else follows from them
 * before their blocks are final: then they are screened, judged anew and booked. One of a block that is replaced is
 * `reorged` with the block's payments.
 */
export async function showCharges(
  tx: TransactionSql,
  events: readonly ChargeEvent[],
): Promise<void> {
  const rows = await readAllByOnchainId(tx, events);
  const charges = events.flatMap((event) => {
    const row = rows.get(nameOf(event));
    return row ? [{ event, row, key: chargeKey(event), verdict: undefined, isHeld: false }] : [];
  });
  if (charges.length === 0) return;
  const late = await findLate(tx, charges);
  await insertTransactions(
    tx,
    charges.map((charge) => ({ ...charge, isLate: late.has(charge) })),
  );
}

/** Takes back what was shown of a deployment's charges in a history that turned out not to be the chain's. */
export async function forgetCharges(tx: TransactionSql, deploymentId: string): Promise<void> {
  await tx`
    update transactions t set status = 'reorged', payment_exception = ${exceptionAfter(tx)}
    where deployment_id = ${deploymentId} and type = 'subscription_charge'
      and status in ${tx(sourcesOf(transactionTransitions, "reorged"))}`;
}

import type { TransactionSql } from "@/db/client";
import { sourcesOf, transactionTransitions } from "@/lib/core/states";
import { exceptionAfter } from "./unwind-settlements";

/** Takes back what was seen of a deployment's payments in a history that turned out not to be the chain's. */
export async function forgetSettlements(tx: TransactionSql, deploymentId: string): Promise<void> {
  await tx`
    update transactions t set status = 'reorged', payment_exception = ${exceptionAfter(tx)}
    where deployment_id = ${deploymentId} and type <> 'subscription_charge'
      and status in ${tx(sourcesOf(transactionTransitions, "reorged"))}`;
}

import type { TransactionSql } from "@/db/client";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { currencyDecimals, digits } from "@/lib/core/amounts/money";
import type { RecoverySettings } from "@/lib/core/subscriptions/recovery";
import { recordActivity } from "@/lib/domain/agents/activity/record-activity";
import type { RecoveryTry } from "@/lib/domain/subscriptions/charges/tell-try";

const times: Readonly<Record<RecoverySettings["strategy"], string>> = {
  once: "once",
  twice: "twice",
  until_grace_ends: "every six hours",
};

/** Writes down that the agent tried a failed charge again, in the transaction of the try. */
export async function noteRecoveryTry(tx: TransactionSql, made: RecoveryTry): Promise<void> {
  const { merchantId, mode, subscriptionId, currency, failure, txHash, settings } = made;
  const amount = formatAmount(
    { amount: digits(made.amount), currency, decimals: currencyDecimals },
    "en",
  );
  const tried = failure === null ? "signed again" : `not possible: ${failure}`;
  await recordActivity(tx, {
    ...{ merchantId, mode },
    capability: "recovery",
    action: "retry_charge",
    summary: `Failed charge of ${amount} ${tried}`,
    reason: `Try ${made.tries} of a charge that failed; tried ${times[settings.strategy]} within ${settings.graceHours} hours`,
    setting: "recovery.strategy",
    resource: { type: "subscription", id: subscriptionId },
    ...(txHash && { txHash }),
    outcome: failure === null ? "pending" : "failed",
  });
}

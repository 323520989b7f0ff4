import type { TransactionSql } from "@/db/client";
import type { Currency } from "@/lib/core/amounts/money";
import type { Bytes32 } from "@/lib/core/chain/hex";
import type { RecoverySettings } from "@/lib/core/subscriptions/recovery";
import type { ChargeFailure } from "@/lib/core/subscriptions/subscription-kinds";
import type { Context } from "@/lib/domain/platform/context";
import type { Owner } from "@/lib/domain/platform/owned-by";
import { readSubscription } from "@/lib/domain/subscriptions/subscription-rows";
import { tellSubscription } from "@/lib/domain/subscriptions/tell-subscription";
import type { AppliedRecovery } from "./recovery-settings";

declare module "@/lib/domain/platform/context" {
  interface Modules {
    /** What follows a try of a failed charge that is made by the agent's settings, in the transaction of the try. */
    readonly onRecoveryTry: readonly ((tx: TransactionSql, made: RecoveryTry) => Promise<void>)[];
  }
}

/** A failed charge that was tried again. */
export interface RecoveryTry extends Owner {
  readonly subscriptionId: string;
  /** The most for one period, smallest unit. */
  readonly amount: bigint;
  readonly currency: Currency;
  /** Tries of the grace period, with this one. */
  readonly tries: number;
  readonly settings: RecoverySettings;
  /** Why it cannot be made; null: it was signed. */
  readonly failure: ChargeFailure | null;
  /** Of the transaction that was signed. */
  readonly txHash: Bytes32 | null;
}

interface Try extends Pick<RecoveryTry, "tries" | "failure" | "txHash"> {
  readonly settings: AppliedRecovery;
}

/** Tells of a try of a subscription's failed charge, whose row the caller has locked and changed. */
export async function tellTry(
  { modules }: Pick<Context, "modules">,
  tx: TransactionSql,
  id: string,
  { settings, ...made }: Try,
): Promise<void> {
  const row = await readSubscription(tx, id);
  await tellSubscription(tx, "subscription.recovery_attempt", row);
  if (!settings.byAgent) return;
  const { merchantId, mode, amount, currency } = row;
  for (const follow of modules.onRecoveryTry) {
    await follow(tx, {
      ...{ merchantId, mode, subscriptionId: id, amount, currency },
      ...made,
      settings,
    });
  }
}

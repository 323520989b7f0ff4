import type { TransactionSql } from "@/db/client";
import type { ContractKind } from "@/lib/core/contract-kinds";
import type { Context } from "@/lib/domain/context";
import { forgetSettlements } from "@/lib/domain/payments/forget-settlements";
import { applyRefundHistory } from "@/lib/domain/refunds/apply-refund-events";
import { applyRegistryHistory } from "@/lib/domain/registrations/apply-registry-changes";
import { beginHistory } from "@/lib/domain/subscription-books/book-history";
import { forgetCharges } from "@/lib/domain/subscription-books/show-charges";

/** What follows for a kind of contract beside its events. */
interface KindEffects {
  /** The contract is read along from now on: what its history made final takes effect. */
  join?(
    ctx: Pick<Context, "chains" | "log">,
    tx: TransactionSql,
    history: { readonly deploymentId: string; readonly through: bigint },
  ): Promise<void>;
  /** A history that was read is not the chain's: its events are deleted already. */
  forget?(tx: TransactionSql, deploymentId: string): Promise<void>;
}

export const kindEffects: Partial<Record<ContractKind, KindEffects>> = {
  registry: { join: (_ctx, tx, history) => applyRegistryHistory(tx, history) },
  refunds: { join: applyRefundHistory },
  chargeRefunds: {
    join: (ctx, tx, history) => applyRefundHistory(ctx, tx, { ...history, kind: "chargeRefunds" }),
  },
  subscriptions: {
    join: (_ctx, tx, history) => beginHistory(tx, history),
    forget: forgetCharges,
  },
  processor: { forget: forgetSettlements },
};

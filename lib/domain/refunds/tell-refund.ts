import type { TransactionSql } from "@/db/client";
import type { EventKind } from "@/lib/core/webhooks/event-kinds";
import type { Context } from "@/lib/domain/platform/context";
import { recordEvent } from "@/lib/domain/platform/events/record-event";
import type { RefundRow } from "./refund-rows";
import { refundSnapshot } from "./view";

/** Records an event of a refund whose row the caller has locked or inserted. */
export async function tellRefund(
  ctx: Pick<Context, "chains">,
  tx: TransactionSql,
  type: Extract<EventKind, `refund.${string}`>,
  row: RefundRow,
): Promise<void> {
  await recordEvent(tx, {
    merchantId: row.merchantId,
    mode: row.mode,
    type,
    resource: { type: "refund", id: row.id },
    object: refundSnapshot(ctx, row),
  });
}

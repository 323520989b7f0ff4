import type { TransactionSql } from "@/db/client";
import { recordAudit } from "@/lib/domain/platform/audit/record-audit";
import type { Context, MerchantActor } from "@/lib/domain/platform/context";
import type { EndpointRow } from "./endpoint-rows";

/** The settings of an endpoint that the audit log keeps: nothing of its secret, nor of what its headers say. */
const settingsOf = ({ url, events, description, headerNames, status, updatedAt }: EndpointRow) => ({
  url,
  events,
  description,
  headers: headerNames,
  status,
  updatedAt,
});

/**
 * Notes in the audit log who changed an endpoint, in the transaction of the change.
 */
export async function recordEndpointChange(
  ctx: Pick<Context<MerchantActor>, "actor" | "requestId">,
  tx: TransactionSql,
  verb: "create" | "update" | "enable" | "disable" | "rotate_secret" | "delete",
  before: EndpointRow | null,
  after: EndpointRow,
): Promise<void> {
  await recordAudit(ctx, tx, {
    action: `webhook_endpoint.${verb}`,
    subject: { type: "webhook_endpoint", id: after.id },
    before: before && settingsOf(before),
    after: settingsOf(after),
  });
}

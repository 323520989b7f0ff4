import type { z } from "zod";
import type { Db } from "@/db/client";
import type { complianceLog } from "@/lib/contract/insight/compliance-logs";

export type ComplianceLog = z.output<typeof complianceLog>;
export type LogRow = Omit<ComplianceLog, "object"> & { merchantId: string };

/** Screenings as a list or an event shows them, without a condition. The id follows from what names a screening. */
export function selectLogs(db: Db) {
  return db`
    select merchant_id, mode, subject, trigger, provider, list_version, result, matches, action,
      resource_id, created_at, 'scr_' || substr(encode(sha256(
        screening_key(resource_id, subject) || convert_to(list_version, 'UTF8')), 'hex'), 1, 24) as id
    from compliance_screenings`;
}

/** A screening as the API shows it. */
export const viewLog = (row: LogRow): ComplianceLog => ({
  id: row.id,
  object: "compliance_log",
  mode: row.mode,
  subject: row.subject,
  trigger: row.trigger,
  provider: row.provider,
  listVersion: row.listVersion,
  result: row.result,
  matches: row.matches,
  action: row.action,
  resourceId: row.resourceId,
  createdAt: row.createdAt,
});

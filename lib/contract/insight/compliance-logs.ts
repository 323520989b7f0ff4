import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { address, id, instant, listOf, mode, pageQuery } from "@/lib/contract/fields";
import { screeningResults } from "@/lib/core/kinds";

export const complianceLog = z
  .object({
    id: id("screening"),
    object: z.literal("compliance_log"),
    mode,
    subject: address,
    trigger: z.string(),
    provider: z.string(),
    listVersion: z.string(),
    result: z.enum(screeningResults),
    matches: z.array(z.string()),
    action: z.string(),
    resourceId: z.string(),
    createdAt: instant,
  })
  .meta({ id: "ComplianceLog" });

export const listComplianceLogs = endpoint({
  auth: "merchant",
  scope: "transactions_read",
  tag: "Compliance",
  method: "GET",
  path: "/v1/compliance/logs",
  summary: "List the screenings of wallets",
  description:
    "Each wallet that was checked against the sanctions lists, newest first. A wallet that is checked again under the same version of the lists for the same object keeps its row, with the newest result.",
  query: z.strictObject({
    ...pageQuery,
    result: z.enum(screeningResults).optional(),
    subject: address.optional(),
    resourceId: z.string().min(1).max(80).optional(),
    createdAfter: instant.optional(),
  }),
  status: 200,
  response: listOf(complianceLog),
});

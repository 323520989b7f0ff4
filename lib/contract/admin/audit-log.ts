import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { id, instant, listOf, mode, pageQuery, says } from "@/lib/contract/fields";
import { auditActors } from "@/lib/core/operations/audit-actors";

const word = z.string().min(1).max(80);
const anything = z.record(z.string(), z.unknown()).nullable();

const auditEntry = z
  .object({
    id: id("auditEntry"),
    object: z.literal("audit_entry"),
    actorKind: z.enum(auditActors).meta(says("Who acted", "admin")),
    actorName: z
      .string()
      .meta(
        says("The id of the person or key; for an operator, account and machine", "ada@ledger"),
      ),
    action: z.string().meta(says("What was done, as `subject.verb`", "merchant.suspend")),
    merchantId: z.string().nullable().meta(says("Whose setting it was; null if no merchant's")),
    mode: mode.nullable().meta(says("The mode of the setting; null if it has none", "test")),
    subjectType: z.string().meta(says("The type of what was changed", "merchant")),
    subjectId: z.string().meta(says("Its id", "mer_8fK2mQ0xZ7dVbN4tRj1LcW5Y")),
    before: anything.meta({
      ...says("What the action changed, as it was before"),
      examples: [null],
    }),
    after: anything.meta({ ...says("The same afterwards"), examples: [{ status: "suspended" }] }),
    reason: z.string().nullable().meta(says("Why, as the person said", "Asked for by the owner")),
    requestId: z.string().meta(says("The request that did it", "req_8fK2mQ0xZ7dVbN4tRj1LcW5Y")),
    command: z.string().nullable().meta(says("The operator's command; null if it was none")),
    createdAt: instant,
  })
  .meta({ id: "AuditEntry" });

export const listAuditLog = endpoint({
  auth: "admin",
  tag: "Admin",
  method: "GET",
  path: "/v1/admin/audit-log",
  summary: "List the audit log",
  description:
    "Every change of a setting and every action by hand, newest first. Entries are never changed or removed. `subjectId` needs `subjectType`.",
  role: "admin",
  query: z.strictObject({
    ...pageQuery,
    actorKind: z.enum(auditActors).optional().meta(says("Who acted", "admin")),
    actorName: word
      .optional()
      .meta(says("The id of the person or key", "adm_8fK2mQ0xZ7dVbN4tRj1LcW5Y")),
    action: word.optional().meta(says("What was done", "merchant.suspend")),
    merchantId: word.optional().meta(says("Whose setting it was")),
    subjectType: word.optional().meta(says("The type of what was changed", "merchant")),
    subjectId: word.optional().meta(says("Its id")),
    createdAfter: instant.optional(),
    createdBefore: instant.optional(),
  }),
  status: 200,
  response: listOf(auditEntry),
});

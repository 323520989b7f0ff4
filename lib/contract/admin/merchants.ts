import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { flagQuery, idParams, instant, listOf, pageQuery, says } from "@/lib/contract/fields";
import { change, listedMerchant, merchantDetail, status, tier } from "./merchant-fields";

const shared = { auth: "admin", tag: "Admin" } as const;

export const listMerchants = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/merchants",
  summary: "List merchants",
  role: "read_only",
  query: z.strictObject({
    ...pageQuery,
    q: z
      .string()
      .trim()
      .min(1)
      .max(320)
      .optional()
      .meta(says("Part of the name or email address, a whole id, or a wallet", "coffee")),
    status: status.optional(),
    tier: tier.optional(),
    hasLive: flagQuery
      .optional()
      .meta(says("Whether a registry of live mode has the merchant", "true")),
    createdAfter: instant.optional(),
    createdBefore: instant.optional(),
  }),
  status: 200,
  response: listOf(listedMerchant),
});

export const getMerchant = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/merchants/{id}",
  summary: "Retrieve a merchant",
  role: "read_only",
  params: idParams,
  status: 200,
  response: merchantDetail,
  errors: ["not_found"],
});

const reason = z
  .string()
  .max(500)
  .nullish()
  .meta(says("Why, for the audit log", "Asked for by the owner"));

const changing = {
  ...shared,
  params: idParams,
  response: change,
  errors: ["not_found", "session_invalid_state"],
} as const;

const holds = "If it already holds, nothing changes. A closed merchant stays closed.";

export const suspendMerchant = endpoint({
  ...changing,
  method: "POST",
  path: "/v1/admin/merchants/{id}/suspend",
  summary: "Suspend a merchant",
  description: `New payments, subscriptions and invoices are refused at once. Open sessions can still be paid. ${holds}`,
  role: "admin",
  body: z.strictObject({ reason }),
  status: 201,
});

export const reactivateMerchant = endpoint({
  ...changing,
  method: "POST",
  path: "/v1/admin/merchants/{id}/reactivate",
  summary: "Reactivate a suspended merchant",
  description: `The account is active at once. New payments, subscriptions and invoices are possible as soon as the registry on the chain has the merchant active, usually within minutes. ${holds}`,
  role: "admin",
  body: z.strictObject({ reason }),
  status: 201,
});

const closes =
  "Closing is final: API keys are revoked at once. Open sessions are cancelled, unpaid invoices voided and subscriptions cancelled within minutes, each once no payment for it is on its way. Refunds and exports stay.";

export const closeMerchant = endpoint({
  ...changing,
  method: "POST",
  path: "/v1/admin/merchants/{id}/close",
  summary: "Close a merchant for good",
  description: closes,
  role: "super_admin",
  stepUp: true,
  body: z.strictObject({ reason }),
  status: 201,
});

export const changeMerchantTier = endpoint({
  ...changing,
  method: "PATCH",
  path: "/v1/admin/merchants/{id}/tier",
  summary: "Change a merchant's tier",
  description:
    "The fee on chain follows. The tier `enterprise` takes a super admin. If it already holds, nothing changes.",
  role: "admin",
  higherRole: {
    role: "super_admin",
    when: ({ tier: wanted }: { tier: string }) => wanted === "enterprise",
  },
  body: z.strictObject({ tier: tier.meta({ example: "growth" }), reason }),
  status: 200,
});

export const changeMerchantStatus = endpoint({
  ...changing,
  method: "PATCH",
  path: "/v1/admin/merchants/{id}/status",
  summary: "Suspend, reactivate or close a merchant",
  description: `As the endpoints for each do; \`closed\` takes a super admin. ${closes} ${holds}`,
  role: "admin",
  higherRole: {
    role: "super_admin",
    when: ({ status: wanted }: { status: string }) => wanted === "closed",
  },
  stepUp: {
    says: "close a merchant",
    when: ({ status: wanted }: { status: string }) => wanted === "closed",
  },
  body: z.strictObject({ status: status.meta({ example: "suspended" }), reason }),
  status: 200,
});

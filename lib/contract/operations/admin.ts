import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { id, instant } from "@/lib/contract/fields";
import { adminRoles, adminStatuses } from "@/lib/core/identity/admin-roles";

const adminUser = z
  .object({
    id: id("adminUser"),
    object: z.literal("admin_user"),
    email: z.string(),
    name: z.string().nullable(),
    role: z.enum(adminRoles),
    status: z.enum(adminStatuses),
    createdAt: instant,
  })
  .meta({ id: "AdminUser" });

export const getSignedInAdmin = endpoint({
  method: "GET",
  path: "/v1/admin/me",
  tag: "Admin",
  summary: "Retrieve yourself",
  auth: "admin",
  role: "read_only",
  status: 200,
  response: adminUser,
});

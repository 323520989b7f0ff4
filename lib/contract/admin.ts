import { z } from "zod";
import { adminRoles, adminStatuses } from "@/lib/core/admin-roles";
import { endpoint } from "./endpoint";
import { id, instant } from "./fields";

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

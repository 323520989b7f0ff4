import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { email, id, idParams, instant, listOf, pageQuery, says } from "@/lib/contract/fields";
import { adminRoles, adminStatuses } from "@/lib/core/identity/admin-roles";

const shared = { auth: "admin", tag: "Admin" } as const;
const role = z.enum(adminRoles);
const status = z.enum(adminStatuses);

export const adminUser = z
  .object({
    id: id("adminUser"),
    object: z.literal("admin_user"),
    email: z.string(),
    name: z.string().nullable(),
    role,
    status,
    joined: z.boolean().meta(says("Whether the person has signed in as an admin user", true)),
    createdAt: instant,
  })
  .meta({ id: "AdminUser" });

export const getSignedInAdmin = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/me",
  summary: "Retrieve yourself",
  role: "read_only",
  status: 200,
  response: adminUser,
});

export const listAdmins = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/admins",
  summary: "List admin users",
  role: "admin",
  query: z.strictObject({ ...pageQuery, role: role.optional(), status: status.optional() }),
  status: 200,
  response: listOf(adminUser),
});

export const inviteAdmin = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/admin/admins",
  summary: "Invite an admin user",
  description:
    "Emails an invitation. The person becomes an admin user at the first sign-in with this address, once the address is verified, and needs a second factor.",
  role: "super_admin",
  stepUp: true,
  body: z.strictObject({
    email: email.meta(says("The address to invite, without a display name", "ada@example.com")),
    role: role.meta({ example: "admin" }),
    name: z
      .string()
      .trim()
      .min(1)
      .max(120)
      .nullish()
      .meta(says("The person's name", "Ada Lovelace")),
  }),
  status: 201,
  response: adminUser,
  errors: ["invalid_request"],
});

const oneAdmin = {
  ...shared,
  role: "super_admin",
  params: idParams,
  status: 200,
  response: adminUser,
  errors: ["not_found", "session_invalid_state"],
} as const;

const nobodyOwn =
  "Admin users cannot change their own role or status (`own_admin_user`), and one active super admin always remains (`last_super_admin`). If it already holds, nothing changes.";

export const changeAdminRole = endpoint({
  ...oneAdmin,
  method: "PATCH",
  path: "/v1/admin/admins/{id}/role",
  summary: "Change an admin user's role",
  description: nobodyOwn,
  stepUp: true,
  body: z.strictObject({ role: role.meta({ example: "read_only" }) }),
});

export const changeAdminStatus = endpoint({
  ...oneAdmin,
  method: "PATCH",
  path: "/v1/admin/admins/{id}/status",
  summary: "Suspend or reactivate an admin user",
  description: `A suspended admin user is refused at the next request. ${nobodyOwn}`,
  stepUp: true,
  body: z.strictObject({ status: status.meta({ example: "suspended" }) }),
});

export const removeAdmin = endpoint({
  ...oneAdmin,
  method: "DELETE",
  path: "/v1/admin/admins/{id}",
  summary: "Remove an admin user",
  description: `Suspends the admin user, whom the audit log continues to name. ${nobodyOwn}`,
  stepUp: true,
});

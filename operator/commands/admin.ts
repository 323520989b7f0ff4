import { z } from "zod";
import { impossible } from "@/lib/core/errors";
import { adminRoles } from "@/lib/core/identity/admin-roles";
import { findByEmail } from "@/lib/domain/admin/admins/admin-rows";
import { inviteAdmin } from "@/lib/domain/admin/admins/invite-admin";
import { defineCommand } from "@/operator/command";

export const adminCommand = defineCommand({
  name: "admin",
  summary: "invite an admin user",
  help: `admin invite ADDRESS lets a person administer this installation. The person becomes an admin user at the first sign-in with this address, once the address is verified, and needs a second factor. Use this for the first admin user, or when no super admin can sign in any more.`,
  words: ["ACTION", "EMAIL"],
  options: {
    role: { value: "ROLE", text: `${adminRoles.join(", ")}; super_admin by default` },
    name: { value: "NAME", text: "the person's name" },
  },
  changes: true,
  input: z.object({
    action: z.literal("invite"),
    email: z.email().max(320),
    role: z.enum(adminRoles).default("super_admin"),
    name: z.string().min(1).max(120).optional(),
  }),
  async run(desk, { email: address, role, name }) {
    const known = await findByEmail(desk.db, address);
    if (known) throw impossible(`${address} is already ${known.id}.`, "not_possible");
    const line = `${address} would be invited as ${role}.`;
    const apply = async () => {
      const admin = await inviteAdmin(desk, { email: address, role, name });
      return { lines: [`${admin.id}: ${address} is invited as ${role}.`], data: { admin } };
    };
    return { lines: [line], data: { email: address, role }, apply };
  },
});

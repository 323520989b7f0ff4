import { notFound } from "@/lib/core/errors";
import type { AdminActor, Context } from "@/lib/domain/platform/context";
import { type AdminView, findAdminUser } from "./admin-rows";

/** The admin user who asks. */
export async function getSignedInAdmin({ db, actor }: Context<AdminActor>): Promise<AdminView> {
  const admin = await findAdminUser(db, actor.adminId);
  if (!admin) throw notFound("admin user");
  return admin;
}

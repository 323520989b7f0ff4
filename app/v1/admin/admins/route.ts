import * as admin from "@/lib/contract/admin/admins";
import { inviteAdmin } from "@/lib/domain/admin/admins/invite-admin";
import { listAdmins } from "@/lib/domain/admin/admins/list-admins";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.listAdmins, listAdmins),
  POST: serve(admin.inviteAdmin, inviteAdmin),
});

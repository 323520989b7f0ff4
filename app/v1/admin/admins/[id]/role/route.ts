import * as admin from "@/lib/contract/admin/admins";
import { changeAdminRole } from "@/lib/domain/admin/admins/change-admin";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  PATCH: serve(admin.changeAdminRole, changeAdminRole),
});

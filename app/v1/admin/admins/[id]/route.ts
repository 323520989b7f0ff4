import * as admin from "@/lib/contract/admin/admins";
import { removeAdmin } from "@/lib/domain/admin/admins/change-admin";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  DELETE: serve(admin.removeAdmin, removeAdmin),
});

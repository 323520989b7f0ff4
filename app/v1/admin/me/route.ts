import * as admin from "@/lib/contract/admin/admins";
import { getSignedInAdmin } from "@/lib/domain/admin/admins/get-signed-in-admin";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.getSignedInAdmin, getSignedInAdmin),
});

import * as admin from "@/lib/contract/admin";
import { getSignedInAdmin } from "@/lib/domain/admin/get-signed-in-admin";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.getSignedInAdmin, getSignedInAdmin),
});

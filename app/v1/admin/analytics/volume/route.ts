import * as admin from "@/lib/contract/admin/analytics";
import { getPlatformVolume } from "@/lib/domain/admin/analytics/get-platform-volume";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.getPlatformVolume, getPlatformVolume),
});

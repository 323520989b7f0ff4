import * as admin from "@/lib/contract/admin/broadcasts";
import { createBroadcast } from "@/lib/domain/admin/broadcasts/create-broadcast";
import { listBroadcasts } from "@/lib/domain/admin/broadcasts/list-broadcasts";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.listBroadcasts, listBroadcasts),
  POST: serve(admin.createBroadcast, createBroadcast),
});

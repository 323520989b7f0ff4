import * as admin from "@/lib/contract/admin/chains";
import { resumeIndexer } from "@/lib/indexer/admin/resume-indexer";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(admin.resumeIndexer, resumeIndexer),
});

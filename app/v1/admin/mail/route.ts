import * as admin from "@/lib/contract/admin/mails";
import { listMails } from "@/lib/domain/admin/mails/list-mails";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.listMails, listMails),
});

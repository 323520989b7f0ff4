import * as admin from "@/lib/contract/admin/contact-messages";
import { listContactMessages } from "@/lib/domain/admin/contact-messages/list-contact-messages";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(admin.listContactMessages, listContactMessages),
});

import * as admin from "@/lib/contract/admin/mails";
import { resendMail } from "@/lib/domain/admin/mails/resend-mail";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(admin.resendMail, resendMail),
});

import * as admin from "@/lib/contract/admin/contact-messages";
import { answerContactMessage } from "@/lib/domain/admin/contact-messages/mark-contact-message";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(admin.answerContactMessage, answerContactMessage),
});

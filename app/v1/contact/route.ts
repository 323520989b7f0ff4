import { sendContactMessage } from "@/lib/contract/merchants/contact";
import { storeContactMessage } from "@/lib/domain/merchants/store-contact-message";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(sendContactMessage, storeContactMessage),
});

import { sendContactMessage } from "@/lib/contract/contact";
import { storeContactMessage } from "@/lib/domain/merchants/store-contact-message";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(sendContactMessage, storeContactMessage),
});

import * as paymentSessions from "@/lib/contract/payment-sessions";
import { expireSession } from "@/lib/domain/payments/sessions/expire-session";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(paymentSessions.expireSession, expireSession),
});

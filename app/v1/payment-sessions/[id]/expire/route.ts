import * as paymentSessions from "@/lib/contract/payments/payment-sessions";
import { expireSession } from "@/lib/domain/payments/sessions/expire-session";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(paymentSessions.expireSession, expireSession),
});

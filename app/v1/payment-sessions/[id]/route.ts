import * as paymentSessions from "@/lib/contract/payments/payment-sessions";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(paymentSessions.getSession, getSession),
});

import * as paymentSessions from "@/lib/contract/payment-sessions";
import { getSession } from "@/lib/domain/payments/sessions/get-session";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(paymentSessions.getSession, getSession),
});

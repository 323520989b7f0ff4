import * as paymentSessions from "@/lib/contract/payments/payment-sessions";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(paymentSessions.cancelSession, cancelSession),
});

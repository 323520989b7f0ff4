import * as paymentSessions from "@/lib/contract/payment-sessions";
import { cancelSession } from "@/lib/domain/payments/sessions/cancel-session";
import { routes } from "@/lib/server/routes";
import { serve } from "@/lib/server/serve";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(paymentSessions.cancelSession, cancelSession),
});

import * as paymentSessions from "@/lib/contract/payments/payment-sessions";
import { createSessions } from "@/lib/domain/payments/sessions/create-sessions";
import { listSessions } from "@/lib/domain/payments/sessions/list-sessions";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  GET: serve(paymentSessions.listSessions, listSessions),
  POST: serve(paymentSessions.createSession, createSessions),
});

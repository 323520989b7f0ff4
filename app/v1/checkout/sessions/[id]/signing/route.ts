import * as signing from "@/lib/contract/payments/checkout-signing";
import { requestSessionSigning } from "@/lib/domain/payments/hosted-page/request-session-signing";
import { serve } from "@/lib/server/api/serve";
import { routes } from "@/lib/server/http/routes";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = routes({
  POST: serve(signing.requestSessionSigning, requestSessionSigning),
});

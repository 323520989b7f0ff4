import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";

/** Where Privy tells what became of its users; there is nothing where people have their accounts here. */
export const privyWebhook = endpoint({
  method: "POST",
  path: "/v1/auth/privy-webhook",
  tag: "Auth",
  summary: "Receive a webhook of the identity provider",
  auth: "none",
  status: 200,
  signedBy: ["svix-id", "svix-timestamp", "svix-signature"],
  limit: { group: "identity:webhook", requests: 600, seconds: 60 },
  response: z.object({ received: z.literal(true) }),
  errors: ["authentication_error", "not_found"],
});

import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { instant } from "@/lib/contract/fields";
import { browserToken, done, mailedCode } from "./identity-fields";

/**
 * How people with an account at Privy authenticate anew, since its tokens do not tell when they did. There is nothing
 * where people have their accounts here: those do so by the endpoints of our own pages. The token comes in the body: an
 * admin user need not be a member of a merchant.
 */

const shared = {
  auth: "none",
  tag: "Auth",
  method: "POST",
  status: 200,
} as const;
const limit = { group: "identity:tries", requests: 20, seconds: 900 };
const accessToken = z.string().min(1).meta({ description: "Of the identity provider" });

export const askToStepUpAtPrivy = endpoint({
  ...shared,
  path: "/v1/auth/privy/step-up/code",
  summary: "Request a code to authenticate again",
  limit,
  body: z.strictObject({ accessToken }),
  response: z.object({ flow: z.string(), expiresAt: instant }),
  errors: ["authentication_error", "permission_denied", "not_found"],
});

export const stepUpAtPrivy = endpoint({
  ...shared,
  path: "/v1/auth/privy/step-up",
  summary: "Authenticate again with an emailed code",
  limit,
  body: z.strictObject({ accessToken, flow: browserToken, code: mailedCode }),
  response: done,
  errors: ["authentication_error", "permission_denied", "not_found"],
});

import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { instant } from "@/lib/contract/fields";
import { browserToken, done, mailedCode } from "./identity-fields";

/**
 * How people with an account at Privy authenticate anew, since its tokens do not tell when they did. There is nothing
 * where people have their accounts here: those do so by the endpoints of our own pages.
 */

const shared = {
  auth: "session",
  tag: "Auth",
  method: "POST",
  status: 200,
  whenClosed: true,
} as const;
const limit = { group: "identity:tries", requests: 20, seconds: 900 };

export const askToStepUpAtPrivy = endpoint({
  ...shared,
  path: "/v1/auth/privy/step-up/code",
  summary: "Request a code to authenticate again",
  limit,
  response: z.object({ flow: z.string(), expiresAt: instant }),
  errors: ["not_found"],
});

export const stepUpAtPrivy = endpoint({
  ...shared,
  path: "/v1/auth/privy/step-up",
  summary: "Authenticate again with an emailed code",
  limit,
  body: z.strictObject({ flow: browserToken, code: mailedCode }),
  response: done,
  errors: ["not_found"],
});

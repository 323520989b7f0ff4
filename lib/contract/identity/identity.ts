import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { email, instant } from "@/lib/contract/fields";
import {
  browserToken,
  factorCode,
  mailedCode,
  newPassword,
  shared,
  signInStep,
  tries,
} from "./identity-fields";

/**
 * Requests from the pages of our own identity provider until the user is signed in. Not part of the public API: a
 * cookie identifies the browser, so every request must come from our own pages.
 */

const password = z.string().min(1).max(1_000);
const askedCode = z.object({ flow: z.string(), expiresAt: instant });
export const signUp = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/signup",
  summary: "Sign up: a code is emailed to the address",
  limit: tries,
  challenge: "signup",
  body: z.strictObject({ email, password: newPassword }),
  response: askedCode,
  errors: ["permission_denied"],
});

export const askToSignIn = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/code",
  summary: "Request a code to sign in",
  limit: tries,
  challenge: "code",
  body: z.strictObject({ email }),
  response: askedCode,
});

export const verifyCode = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/verify",
  summary: "Verify an emailed code",
  limit: tries,
  body: z.strictObject({ flow: browserToken, code: mailedCode }),
  response: signInStep,
});

export const signIn = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/login",
  summary: "Sign in with a password",
  limit: tries,
  challenge: "login",
  body: z.strictObject({ email, password }),
  response: signInStep,
});

export const giveSecondFactor = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/second-factor",
  summary: "Verify a code of the authenticator app, or a recovery code",
  limit: tries,
  body: z.strictObject({ ticket: browserToken, code: factorCode }),
  response: signInStep,
});

export const askToReset = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/reset",
  summary: "Request a code to reset the password",
  limit: tries,
  challenge: "reset",
  body: z.strictObject({ email }),
  response: askedCode,
});

export const resetPassword = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/reset/complete",
  summary: "Reset the password with an emailed code",
  limit: tries,
  body: z.strictObject({ flow: browserToken, code: mailedCode, password: newPassword }),
  response: signInStep,
});

import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { email, id, idInput, instant } from "@/lib/contract/fields";
import {
  browserToken,
  done,
  factorCode,
  mailedCode,
  newPassword,
  reads,
  shared,
  tries,
} from "./identity-fields";

/** Requests of a signed-in user to our own identity provider: tokens, sessions and factors. */

const askedCode = z.object({ flow: z.string(), expiresAt: instant });
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
const session = z.object({
  id: id("identitySession"),
  current: z.boolean(),
  createdAt: instant,
  lastSeenAt: instant,
  expiresAt: instant,
  userAgent: z.string().nullable(),
  addressPrefix: z.string().nullable(),
});

export const changePassword = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/password",
  summary: "Choose another password, signed in",
  limit: tries,
  body: z.strictObject({ password: newPassword }),
  response: done,
});

export const askToChangeEmail = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/email",
  summary: "Ask for a code to another address, to sign in with that",
  limit: tries,
  body: z.strictObject({ email }),
  response: askedCode,
});

export const changeEmail = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/email/confirm",
  summary: "Sign in with another address from now on, by the code that was mailed to it",
  limit: tries,
  body: z.strictObject({ flow: browserToken, code: mailedCode }),
  response: done,
});

export const mintAccessToken = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/token",
  summary: "An access token of the browser's session, for ten minutes",
  limit: reads,
  response: z.object({ accessToken: z.string(), expiresAt: instant }),
});

export const signOut = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/logout",
  summary: "End the browser's session",
  limit: reads,
  response: done,
});

export const getAccount = endpoint({
  ...shared,
  method: "GET",
  path: "/api/identity/me",
  summary: "Who is signed in",
  limit: reads,
  response: z.object({
    id: id("identityUser"),
    email: z.string(),
    hasPassword: z.boolean(),
    secondFactors: z.array(z.enum(["totp"])),
    recoveryCodesLeft: z.number().int(),
    authenticatedAt: instant,
  }),
});

export const listSessions = endpoint({
  ...shared,
  method: "GET",
  path: "/api/identity/sessions",
  summary: "The browsers that are signed in",
  limit: reads,
  response: z.object({ data: z.array(session) }),
});

export const revokeSession = endpoint({
  ...shared,
  method: "DELETE",
  path: "/api/identity/sessions/{id}",
  summary: "Sign a browser out",
  limit: reads,
  params: z.strictObject({ id: idInput("identitySession") }),
  response: done,
});

export const revokeOtherSessions = endpoint({
  ...shared,
  method: "DELETE",
  path: "/api/identity/sessions",
  summary: "Sign all other browsers out",
  limit: reads,
  response: z.object({ revoked: z.number().int() }),
});

export const askToStepUp = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/step-up/code",
  summary: "Ask for a code to authenticate anew with",
  limit: tries,
  response: askedCode,
});

export const stepUp = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/step-up",
  summary:
    "Authenticate anew: by the authenticator app, or by a code of a mail where there is none",
  limit: tries,
  body: z.strictObject({ code: factorCode, flow: browserToken.optional() }),
  response: done,
});

export const startTotp = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/totp/start",
  summary: "A secret for an authenticator app",
  limit: reads,
  response: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmTotp = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/totp/confirm",
  summary: "Prove the authenticator app: it is asked for from now on",
  limit: tries,
  body: z.strictObject({ code: mailedCode }),
  response: recoveryCodes,
});

export const disableTotp = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/totp/disable",
  summary: "Do without the authenticator app",
  limit: reads,
  response: done,
});

export const replaceRecoveryCodes = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/recovery-codes",
  summary: "Other recovery codes: the old ones are good no more",
  limit: reads,
  response: recoveryCodes,
});

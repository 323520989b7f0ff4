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
const passkey = z.object({
  id: id("identityPasskey"),
  name: z.string(),
  synced: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  copiedAt: instant.nullable(),
});
const linkedIdentity = z.object({
  id: id("identityAccount"),
  provider: z.string(),
  email: z.string(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
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
  summary: "Change the password of the signed-in account",
  limit: tries,
  body: z.strictObject({
    password: newPassword,
    currentPassword: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe("Required where the account has a password"),
  }),
  response: done,
});

export const askToChangeEmail = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/email",
  summary: "Request a code to change the email address",
  limit: tries,
  body: z.strictObject({ email }),
  response: askedCode,
});

export const changeEmail = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/email/confirm",
  summary: "Change the email address with the emailed code",
  limit: tries,
  body: z.strictObject({ flow: browserToken, code: mailedCode }),
  response: done,
});

export const mintAccessToken = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/token",
  summary: "Retrieve an access token of the browser's session, valid for ten minutes",
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
  summary: "Retrieve the signed-in account",
  limit: reads,
  response: z.object({
    id: id("identityUser"),
    email: z.string(),
    hasPassword: z.boolean(),
    secondFactors: z.array(z.enum(["passkey", "totp"])),
    passkeys: z.array(passkey),
    identities: z.array(linkedIdentity),
    recoveryCodesLeft: z.number().int(),
    authenticatedAt: instant,
  }),
});

export const listSessions = endpoint({
  ...shared,
  method: "GET",
  path: "/api/identity/sessions",
  summary: "List active sessions",
  limit: reads,
  response: z.object({ data: z.array(session) }),
});

export const revokeSession = endpoint({
  ...shared,
  method: "DELETE",
  path: "/api/identity/sessions/{id}",
  summary: "Sign out a session",
  limit: reads,
  params: z.strictObject({ id: idInput("identitySession") }),
  response: done,
});

export const revokeOtherSessions = endpoint({
  ...shared,
  method: "DELETE",
  path: "/api/identity/sessions",
  summary: "Sign out all other sessions",
  limit: reads,
  response: z.object({ revoked: z.number().int() }),
});

export const askToStepUp = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/step-up/code",
  summary: "Request a code to authenticate again",
  limit: tries,
  response: askedCode,
});

export const stepUp = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/step-up",
  summary:
    "Authenticate again: with the authenticator app, or with an emailed code if there is none",
  limit: tries,
  body: z.strictObject({ code: factorCode, flow: browserToken.optional() }),
  response: done,
});

export const startTotp = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/totp/start",
  summary: "Create a secret for an authenticator app",
  limit: reads,
  response: z.object({ secret: z.string(), uri: z.string() }),
});

export const confirmTotp = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/totp/confirm",
  summary: "Enable two-factor authentication with a code from the authenticator app",
  limit: tries,
  body: z.strictObject({ code: mailedCode }),
  response: recoveryCodes,
});

export const disableTotp = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/totp/disable",
  summary: "Disable two-factor authentication",
  limit: reads,
  response: done,
});

export const replaceRecoveryCodes = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/recovery-codes",
  summary: "Generate new recovery codes: the old codes stop working",
  limit: reads,
  response: recoveryCodes,
});

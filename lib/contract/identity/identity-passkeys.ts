import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { id, idInput, must } from "@/lib/contract/fields";
import { browserToken, done, reads, shared, signInStep, tries } from "./identity-fields";

/** Requests of the pages of our own identity provider about passkeys (WebAuthn). Bytes are base64url. */

const bytes = z.string().regex(/^[\w-]{1,8192}$/, must("must be base64url"));

const credential = z.object({
  type: z.literal("public-key"),
  id: z.string(),
  transports: z.array(z.string()),
});
const verified = z.literal("required");

/** What a browser's `PublicKeyCredential.toJSON()` gives; what else is in it is of no use here. */
const used = z.object({
  id: bytes,
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});
const made = z.object({
  id: bytes,
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(8)
      .optional(),
  }),
});

/** As its owner calls it. */
const passkeyName = z
  .string()
  .trim()
  .regex(/^[^\p{Cc}\p{Zl}\p{Zp}]{1,60}$/u, must("must have 1 to 60 characters in one line"));

export const askForPasskey = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/passkey/start",
  summary: "Request a challenge for a passkey",
  limit: reads,
  body: z.strictObject({
    use: z.enum(["sign_in", "second_factor", "step_up"]),
    ticket: browserToken.optional().describe("Required for `second_factor`"),
  }),
  response: z.object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.number().int(),
    userVerification: verified,
    allowCredentials: z.array(credential),
  }),
});

export const signInByPasskey = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/passkey",
  summary: "Sign in with a passkey",
  limit: tries,
  body: z.strictObject({ credential: used }),
  response: signInStep,
});

export const givePasskey = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/second-factor/passkey",
  summary: "Verify a passkey as the second factor",
  limit: tries,
  body: z.strictObject({ ticket: browserToken, credential: used }),
  response: signInStep,
});

export const stepUpByPasskey = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/step-up/passkey",
  summary: "Authenticate again with a passkey",
  limit: tries,
  body: z.strictObject({ credential: used }),
  response: done,
});

export const startPasskey = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/passkeys/start",
  summary: "Request what a new passkey is made of",
  limit: reads,
  response: z.object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.number().int() })),
    excludeCredentials: z.array(credential),
    authenticatorSelection: z.object({ residentKey: verified, userVerification: verified }),
    attestation: z.literal("none"),
    timeout: z.number().int(),
  }),
});

export const addPasskey = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/passkeys",
  summary: "Add a passkey",
  limit: tries,
  body: z.strictObject({
    name: passkeyName,
    credential: made,
  }),
  response: z.object({
    id: id("identityPasskey"),
    recoveryCodes: z.array(z.string()).nullable(),
  }),
});

export const removePasskey = endpoint({
  ...shared,
  method: "DELETE",
  path: "/api/identity/passkeys/{id}",
  summary: "Remove a passkey",
  limit: reads,
  params: z.strictObject({ id: idInput("identityPasskey") }),
  response: done,
});

export const renamePasskey = endpoint({
  ...shared,
  method: "PATCH",
  path: "/api/identity/passkeys/{id}",
  summary: "Rename a passkey",
  limit: reads,
  params: z.strictObject({ id: idInput("identityPasskey") }),
  body: z.strictObject({ name: passkeyName }),
  response: done,
});

import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { idInput } from "@/lib/contract/fields";
import { providerIds } from "@/lib/core/identity/sign-in-providers";
import { done, reads, shared } from "./identity-fields";

/** Requests of the pages of our own identity provider about accounts at other ones. */

export const startLink = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/identities/start",
  summary: "Begin to link an account at another provider",
  limit: reads,
  body: z.strictObject({ provider: z.enum(providerIds) }),
  response: z.object({ link: z.string() }),
});

export const unlinkIdentity = endpoint({
  ...shared,
  method: "DELETE",
  path: "/api/identity/identities/{id}",
  summary: "Unlink an account at another provider",
  limit: reads,
  params: z.strictObject({ id: idInput("identityAccount") }),
  response: done,
});

export const listConfirming = endpoint({
  ...shared,
  method: "GET",
  path: "/api/identity/step-up/provider",
  summary: "List the providers at which the signed-in person can confirm",
  limit: reads,
  response: z.object({ providers: z.array(z.object({ id: z.string(), name: z.string() })) }),
});

export const startConfirming = endpoint({
  ...shared,
  method: "POST",
  path: "/api/identity/step-up/provider",
  summary: "Begin to confirm at another provider",
  limit: reads,
  body: z.strictObject({ provider: z.enum(providerIds) }),
  response: z.object({ confirm: z.string() }),
});

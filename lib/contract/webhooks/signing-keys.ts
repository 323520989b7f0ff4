import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";

/** The public keys of our own access tokens (RFC 7517), where programs look for them (RFC 8615). */
export const getSigningKeys = endpoint({
  method: "GET",
  path: "/.well-known/jwks.json",
  tag: "Identity",
  summary: "The public keys of access tokens",
  auth: "none",
  status: 200,
  response: z.object({
    keys: z.array(
      z.object({
        kid: z.string(),
        kty: z.literal("EC"),
        crv: z.literal("P-256"),
        x: z.string(),
        y: z.string(),
        use: z.literal("sig"),
        alg: z.literal("ES256"),
      }),
    ),
  }),
});

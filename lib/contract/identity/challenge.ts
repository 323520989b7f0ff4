import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { instant } from "@/lib/contract/fields";
import { challengePurposes } from "@/lib/core/identity/challenge-purposes";

/** In ALTCHA's format, version 1. */
const puzzle = z.object({
  algorithm: z.literal("SHA-256").meta({ description: "How `challenge` was made" }),
  challenge: z.string().meta({
    description: "SHA-256, in hex, of `salt` followed by the secret number",
  }),
  maxnumber: z.number().int().meta({ description: "The number is at most this" }),
  salt: z.string().meta({ description: "The text before the number" }),
  signature: z.string().meta({ description: "Sent back with the solution" }),
});

const purpose = z.enum(challengePurposes);

const shared = { tag: "Auth", auth: "none", status: 200 } as const;
const limit = { group: "challenge", requests: 60, seconds: 60 };

export const getChallenge = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/auth/challenge",
  summary: "A bot challenge for a browser",
  description:
    "The challenge to solve before signing up and signing in. `altcha`: work out `puzzle`, and send the solution as ALTCHA's widget does. `turnstile`: show Cloudflare's widget with `siteKey`, with `action`.",
  limit,
  query: z.strictObject({
    for: purpose
      .default("login")
      .meta({ description: "The purpose: a solution is good for it alone" }),
  }),
  response: z.object({
    provider: z
      .enum(["altcha", "turnstile"])
      .meta({ description: "The challenge provider of this server" }),
    puzzle: puzzle.nullable().meta({ description: "The puzzle to solve; null with `turnstile`" }),
    siteKey: z
      .string()
      .nullable()
      .meta({ description: "For Cloudflare's widget; null with `altcha`" }),
    action: z
      .string()
      .nullable()
      .meta({ description: "The widget's action; null with `altcha`", example: null }),
  }),
});

export const verifyChallenge = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/auth/turnstile/verify",
  summary: "Verify a solved bot challenge",
  description:
    "Each solution is accepted once. The browser gets a cookie that allows what it was solved for, for ten minutes.",
  limit,
  body: z.strictObject({
    token: z
      .string()
      .min(1)
      .max(4_096)
      .meta({ description: "The widget's response", example: "eyJhbGdvcml0aG0iOiJTSEEtMjU2In0=" }),
    for: purpose.default("login").meta({ description: "The purpose that it was solved for" }),
  }),
  response: z.object({
    verified: z.literal(true).meta({ description: "Otherwise the response is an error" }),
    expiresAt: instant,
  }),
  errors: ["api_error"],
});

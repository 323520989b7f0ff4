import { z } from "zod";
import type { FactorMethod, IdentityProfile } from "./identity-provider";

/** The `provider` of those who have their accounts at Privy. */
export const privyName = "privy";

const accountSchema = z.object({
  type: z.string(),
  address: z.string().optional(),
  email: z.string().nullish(),
  verified_at: z.number().nullish(),
});
type LinkedAccount = z.output<typeof accountSchema>;

/** A user as Privy's REST interface tells it, as far as we read it. */
export const privyUserSchema = z.object({
  id: z.string().min(1).max(200),
  created_at: z.number(),
  linked_accounts: z.array(accountSchema),
  mfa_methods: z.array(z.object({ type: z.string() })).default([]),
});

const factorMethods: readonly FactorMethod[] = ["totp", "passkey", "sms", "email"];

/** Whom Privy has sent a code to, or else who has signed in with Google or Apple. */
function emailOf(accounts: readonly LinkedAccount[]): string | null {
  const mailed = accounts.find(
    ({ type, address, verified_at }) => type === "email" && address && (verified_at ?? 0) > 0,
  );
  if (mailed?.address) return mailed.address;
  const oauth = accounts.find(
    ({ type, email }) => (type === "google_oauth" || type === "apple_oauth") && email,
  );
  return oauth?.email ?? null;
}

export function profileOf(user: z.output<typeof privyUserSchema>): IdentityProfile {
  const email = emailOf(user.linked_accounts);
  const enrolled = new Set(user.mfa_methods.map(({ type }) => type));
  return {
    provider: privyName,
    subject: user.id,
    email,
    emailVerified: email !== null,
    secondFactors: factorMethods.filter((method) => enrolled.has(method)),
    createdAt: new Date(user.created_at * 1_000),
    disabled: false,
  };
}

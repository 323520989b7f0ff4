import type { LineMutant } from "@/scripts/prove/mutants/load-mutants";

const privy = "lib/domain/identity/privy.test.ts";
const ways = "lib/domain/identity/ways-in.test.ts";
const passkeys = "lib/domain/identity/passkeys/passkeys.test.ts";
const confirming = "lib/domain/identity/identities/confirm-by-provider.test.ts";

export const mutants: readonly LineMutant[] = [
  {
    name: "a token of Privy's is good before its time",
    file: "lib/adapters/identity/privy-provider.ts",
    from: "if (issuedAt.getTime() > Date.now() + TOLERANCE_MS)",
    to: "if (issuedAt.getTime() < 0)",
    test: privy,
    match: "the future",
  },
  {
    name: "a token of a user whom Privy deleted stays good",
    file: "lib/adapters/identity/privy-provider.ts",
    from: 'if (revokedUntil && issuedAt <= revokedUntil) throw new TokenRejected("it was revoked");',
    to: "",
    test: ways,
    match: "Privy what was revoked",
  },
  {
    name: "Privy lets strangers into a closed installation",
    file: "lib/domain/identity/sync-user.ts",
    from: "if (email === null || !(await isInvited({ db, config }, email))) throw signUpClosed();",
    to: "",
    test: ways,
    match: "Privy no new account",
  },
  {
    name: "a passkey with a copy goes on signing in",
    file: "lib/domain/identity/passkeys/prove-passkey.ts",
    from: 'base64url")} and copied_at is null',
    to: 'base64url")}',
    test: passkeys,
    match: "a passkey that has a copy",
  },
  {
    name: "an open session at the issuer confirms",
    file: "lib/domain/identity/identities/confirm-by-provider.ts",
    from: "if (!isFresh) throw unconfirmed();",
    to: "",
    test: confirming,
    match: "an open session",
  },
  {
    name: "another person of the issuer confirms",
    file: "lib/domain/identity/identities/confirm-by-provider.ts",
    from: "and subject = ${subject} and user_id = ${userId}`;",
    to: "and subject = ${subject}`;",
    test: confirming,
    match: "another person",
  },
  {
    name: "an issuer confirms in place of a second factor",
    file: "lib/domain/identity/identities/confirm-by-provider.ts",
    from: "if (hasFactor(session)) throw needsFactor(session);\n  const { provider, authTime } = identity;",
    to: "const { provider, authTime } = identity;",
    test: confirming,
    match: "second factor",
  },
];

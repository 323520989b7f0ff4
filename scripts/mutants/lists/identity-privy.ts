import type { LineMutant } from "@/scripts/mutants/line-mutant";

const test = "lib/domain/identity/privy.test.ts";
const provider = { file: "lib/adapters/identity/privy-provider.ts", test };
const webhook = { file: "lib/adapters/identity/privy-webhook.ts", test, match: "a webhook" };
const taking = { file: "lib/domain/identity/take-identity-event.ts", test, match: "a webhook" };

export const mutants: readonly LineMutant[] = [
  {
    ...provider,
    name: "the tokens of whoever was deleted at Privy are good",
    from: 'if (until && iat * 1_000 <= until.getTime()) throw new TokenRejected("it was revoked");',
    to: "if (until && iat < 0) throw new TokenRejected();",
    match: "a webhook",
  },
  {
    ...provider,
    name: "a token for another app at Privy is good",
    from: "audience: appId, keyOf",
    to: 'audience: JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).aud, keyOf',
    match: "a token of another audience",
  },
  {
    ...provider,
    name: "Privy tells of somebody else than was asked for",
    from: 'if (user.id !== subject) throw new Error("Privy answers with somebody else");',
    to: "",
    match: "does not answer",
  },
  {
    ...provider,
    name: "what somebody has enrolled is asked for at every request",
    from: "if (known && Date.now() < known.until) return known.has;",
    to: "",
    match: "an admin user",
  },
  {
    file: "lib/adapters/identity/privy-user.ts",
    test,
    name: "an address that Privy has not verified counts",
    from: '({ type, address, verified_at }) => type === "email" && address && (verified_at ?? 0) > 0,',
    to: '({ type, address }) => type === "email" && address,',
    match: "the address that was verified",
  },
  {
    ...webhook,
    name: "a webhook that nobody signed is taken",
    from: 'if (!isSigned) throw new WebhookRejected("the signature is not Privy\'s");',
    to: "",
  },
  {
    ...webhook,
    name: "a webhook of an hour ago is taken",
    from: 'if (age > TOLERANCE_SECONDS) throw new WebhookRejected("it is not of now");',
    to: "",
  },
  {
    ...webhook,
    name: "a webhook's body can be changed on its way",
    from: ".update(`${id}.${timestamp}.${body}`)",
    to: ".update(`${id}.${timestamp}.${JSON.stringify(JSON.parse(body))}`)",
  },
  {
    ...taking,
    name: "a webhook is taken as often as it is sent",
    from: "if (seen) return;",
    to: "",
  },
  {
    ...taking,
    name: "a webhook makes users of people who were never here",
    from: "return user ? provider.getIdentity(event.subject) : null;",
    to: "return provider.getIdentity(event.subject);",
  },
  {
    ...taking,
    name: "the tokens of an account that became part of another are good",
    from: "await revoke(tx, provider, from);",
    to: "",
  },
  {
    ...taking,
    name: "the merchants of an account that became part of another are lost",
    from: "select ${user.id}, merchant_id, role, is_default and ${kept === undefined}, created_at",
    to: "select ${old.id}, merchant_id, role, is_default and ${kept === undefined}, created_at",
  },
  {
    file: "lib/server/serve-identity.ts",
    test,
    name: "our own pages sign in where Privy has the accounts",
    from: 'if (ctx.config.IDENTITY_PROVIDER !== "embedded") throw notFound("path");',
    to: "",
    match: "its people get a merchant",
  },
  {
    file: "lib/server/authenticate-token.ts",
    test,
    name: "an admin user of Privy needs no second factor",
    from: "(await provider.hasEnrolledFactor?.(verified.subject)) === true;",
    to: "(await provider.hasEnrolledFactor?.(verified.subject)) !== undefined;",
    match: "an admin user",
  },
  {
    file: "lib/domain/identity/foreign-step-up.ts",
    test,
    name: "a code to any address steps anybody's session up at Privy",
    from: "taken?.userId === null && taken.email.toLowerCase() === email.toLowerCase();",
    to: "taken?.userId === null;",
    match: "authenticating anew",
  },
  {
    file: "lib/domain/identity/privy-store.ts",
    test,
    name: "one session's proof counts for all at Privy",
    from: "and session_id = ${sessionId} and subject = ${subject}) as authenticated_at`;",
    to: "and ${sessionId} <> '' and subject = ${subject}) as authenticated_at`;",
    match: "authenticating anew",
  },
];

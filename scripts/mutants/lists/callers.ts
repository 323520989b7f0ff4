import type { LineMutant } from "@/scripts/mutants/line-mutant";

const server = "lib/server";
const callers = "testing/api/in-process/callers.test.ts";
const token = {
  file: "lib/adapters/identity/json-web-token.ts",
  test: callers,
  match: "a token",
};
const authorize = { file: `${server}/authorize.ts`, test: `${server}/authorize.test.ts` };
const stored = { file: `${server}/idempotency.ts`, test: callers, match: "stored answers" };

const sensitive = {
  test: callers,
  match: "takes one in live mode",
};

export const mutants: readonly LineMutant[] = [
  {
    ...token,
    name: "a token with any signature is good",
    from: "if (!isSigned) throw",
    to: "if (isSigned === null) throw",
  },
  {
    ...token,
    name: "an expired token is good",
    from: "if (now >= exp + TOLERANCE_SECONDS)",
    to: "if (exp < 0)",
  },
  {
    ...token,
    name: "a token of the future is good",
    from: "if (now < Math.max(iat, nbf, auth_time) - TOLERANCE_SECONDS)",
    to: "if (iat < 0)",
  },
  {
    ...token,
    name: "a token for somebody else is good",
    from: "if (claims.aud !== expected.audience)",
    to: "if (claims.aud === expected.issuer)",
  },
  {
    ...token,
    name: "a token of another type is good",
    from: 'typ: z.literal("JWT")',
    to: "typ: z.string()",
  },
  {
    name: "the test issuer signs for other chains too",
    file: `${server}/identity-providers.ts`,
    from: "if (!all.every(({ local }) => local)) return [own];",
    to: "if (all.length < 0) return [];",
    test: callers,
    match: "nothing where a chain",
  },
  {
    name: "the server starts with a test issuer beside another chain",
    file: "lib/adapters/env/env.ts",
    from: "if (IDENTITY_TEST_ISSUER_KEY === undefined || isLocal(chains)) return;",
    to: "if (IDENTITY_TEST_ISSUER_KEY === undefined || isLocal) return;",
    test: "lib/adapters/env/env.test.ts",
  },
  {
    name: "a person acts in live mode whatever they name",
    file: `${server}/authenticate-token.ts`,
    from: 'one === (named ?? "test")',
    to: 'one === (named === null ? "test" : "live")',
    test: callers,
    match: "acts in the mode",
  },
  {
    name: "a person acts for whatever merchant they name",
    file: "lib/domain/identity/find-member.ts",
    from: "select u.id as user_id, u.status, m.merchant_id",
    to: "select u.id as user_id, u.status, coalesce(${merchantId}, m.merchant_id) as merchant_id",
    test: callers,
    match: "acts for the merchant",
  },
  {
    name: "a disabled user is let in",
    file: "lib/domain/identity/find-member.ts",
    from: 'if (row?.status === "disabled") {',
    to: "if (row?.status === null) {",
    test: callers,
    match: "looked up at each request",
  },
  {
    name: "a suspended admin user is let in",
    file: "lib/domain/identity/find-admin.ts",
    from: 'if (row.status !== "active")',
    to: "if (row.status === null)",
    test: callers,
    match: "out at once",
  },
  {
    name: "an admin user needs no second factor",
    file: "lib/domain/identity/find-admin.ts",
    from: "if (!hasSecondFactor)",
    to: "if (hasSecondFactor === null)",
    test: callers,
    match: "out at once",
  },
  {
    ...authorize,
    name: "persons relay",
    from: 'if (declaration.auth === "relay") {',
    to: 'if (declaration.auth === "none") {',
  },
  {
    ...authorize,
    name: "keys may do what is a person's",
    from: 'if (auth === "session") {',
    to: 'if (auth === "none") {',
  },
  {
    ...authorize,
    name: "keys may do what is an admin user's",
    from: 'if (auth === "admin") throw',
    to: 'if (auth === "none") throw',
  },
  {
    ...authorize,
    name: "every admin user may do everything",
    from: "if (!requiredRole || !hasRole(role, requiredRole)) {",
    to: "if (!requiredRole) {",
  },
  {
    ...authorize,
    name: "a step up holds for ever",
    from: "Date.now() - authenticatedAt.getTime() <= STEP_UP_MS",
    to: "authenticatedAt.getTime() > STEP_UP_MS",
  },
  {
    ...stored,
    name: "the persons of a merchant share their answers",
    from: '["session", actor.userId, actor.merchantId, actor.mode]',
    to: '["session", actor.merchantId, actor.mode]',
  },
  {
    ...stored,
    name: "a person has the answers of one merchant at another",
    from: '["session", actor.userId, actor.merchantId, actor.mode]',
    to: '["session", actor.userId, actor.mode]',
  },
  {
    ...stored,
    name: "a person has the answers of one mode in the other",
    from: '["session", actor.userId, actor.merchantId, actor.mode]',
    to: '["session", actor.userId, actor.merchantId]',
  },
  {
    ...stored,
    name: "admin users share their answers",
    from: '["admin", actor.adminId]',
    to: '["admin"]',
  },
  {
    name: "an answer is kept with its secret",
    file: `${server}/idempotency.ts`,
    from: "answer.kept ?? answer.body",
    to: "answer.body",
    test: `${server}/idempotency.test.ts`,
    match: "shows a secret once",
  },
  {
    name: "an endpoint's own limit is none",
    file: `${server}/limit.ts`,
    from: "const caller = declaration.limit ? null : ratedCaller(credential);",
    to: "const caller = ratedCaller(credential);",
    test: `${server}/limit.test.ts`,
  },
  {
    name: "a process keeps the keys that it has seen",
    file: "lib/server/authenticate-key.ts",
    from: "const row = await findKey(db, keyHashes(config, key));",
    to: "const kept = (Object(globalThis).kept ??= new Map()); const row = kept.get(key) ?? (await findKey(db, keyHashes(config, key))); kept.set(key, row);",
    test: "testing/servers/revocation.test.ts",
    match: "a key that one process revokes",
  },
  {
    name: "a process keeps the sessions that it has seen",
    file: "lib/adapters/identity/embedded-provider.ts",
    from: "const session = await store.findSession(claims.sid);",
    to: "const kept = (Object(globalThis).kept ??= new Map()); const session = kept.get(claims.sid) ?? (await store.findSession(claims.sid)); kept.set(claims.sid, session);",
    test: "testing/servers/revocation.test.ts",
    match: "a session that one process ends",
  },
  {
    ...sensitive,
    name: "a live payout address takes any session",
    file: "lib/contract/merchant-account.ts",
    from: 'payoutAddress !== undefined && caller.mode === "live"',
    to: 'payoutAddress === null && caller.mode === "live"',
  },
  {
    ...sensitive,
    name: "a live endpoint's URL is changed by any session",
    file: "lib/contract/webhook-endpoints.ts",
    from: '  stepUp: inLiveMode("change a live endpoint"),\n',
    to: "",
    match: "is what moves money",
  },
  {
    ...sensitive,
    name: "a record is handed over by any session",
    file: "lib/contract/merchant-wallets.ts",
    from: '    .meta({ id: "OwnershipTransfer" }),\n  stepUp: true,\n',
    to: '    .meta({ id: "OwnershipTransfer" }),\n',
    match: "is what moves money",
  },
];

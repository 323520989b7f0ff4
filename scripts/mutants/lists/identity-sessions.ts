import type { LineMutant } from "@/scripts/mutants/line-mutant";

const domain = "lib/domain/identity";
const signIn = `${domain}/sign-in.test.ts`;
const sessions = `${domain}/sessions.test.ts`;
const providers = `${domain}/identity-providers.test.ts`;
const page = { file: "lib/server/serve-identity.ts", test: sessions, match: "our own pages" };

export const mutants: readonly LineMutant[] = [
  {
    file: `${domain}/embedded-store.ts`,
    test: sessions,
    name: "a session that was ended is good",
    from: "s.revoked_at is null and s.expires_at > now()",
    to: "s.expires_at > now()",
    match: "next request",
  },
  {
    file: `${domain}/embedded-store.ts`,
    test: sessions,
    name: "a session is good for ever",
    from: "s.revoked_at is null and s.expires_at > now()",
    to: "s.revoked_at is null",
    match: "a session that is",
  },
  {
    file: `${domain}/embedded-store.ts`,
    test: sessions,
    name: "a session that nobody uses is good",
    from: "and s.last_seen_at > now() - ${idleDays} * interval '1 day' and u.status = 'active'`;",
    to: "and ${idleDays} > 0 and u.status = 'active'`;",
    match: "a session that is",
  },
  {
    file: `${domain}/embedded-store.ts`,
    test: signIn,
    name: "a disabled account's sessions are good",
    from: "* interval '1 day' and u.status = 'active'`;",
    to: "* interval '1 day'`;",
    match: "disabled account",
  },
  {
    file: `${domain}/embedded-store.ts`,
    test: sessions,
    name: "a key that was retired long ago is good",
    from: "or retired_at > now() - ${retiredHours} * interval '1 hour')`;",
    to: "or ${retiredHours} > 0)`;",
    match: "the key is announced",
  },
  {
    file: "lib/adapters/identity/embedded-provider.ts",
    test: providers,
    name: "a token of somebody else's session is good",
    from: "if (!session?.good || session.userId !== claims.sub) {",
    to: "if (!session?.good) {",
    match: "our own provider",
  },
  {
    file: "lib/adapters/identity/totp.ts",
    test: "lib/adapters/identity/totp.test.ts",
    name: "a code of a step that was taken is good",
    from: "if (matches && step > after)",
    to: "if (matches)",
  },
  {
    file: "lib/adapters/identity/passwords.ts",
    test: "lib/adapters/identity/passwords.test.ts",
    name: "the password of nobody is one",
    from: "return matches && stored !== null;",
    to: "return matches;",
  },
  {
    ...page,
    name: "any page of any site asks",
    from: 'header("origin") !== ours || !isJson',
    to: "!isJson",
  },
  {
    ...page,
    name: "a form of a foreign page is read",
    from: ' || !isJson(header("content-type"));',
    to: " || isJson(ours);",
  },
  {
    ...page,
    name: "a foreign page reads who is signed in",
    from: '? header("sec-fetch-site") === "cross-site"',
    to: '? header("sec-fetch-site") === ours',
  },
  {
    ...page,
    name: "other origins are told that they may read",
    from: '"access-control-allow-origin": _, ...headers } = answer.headers;',
    to: '"x-none": _, ...headers } = answer.headers;',
  },
  {
    file: "lib/server/browser-cookie.ts",
    test: signIn,
    name: "scripts read the session's cookie",
    from: "; HttpOnly; SameSite=Lax",
    to: "; SameSite=Lax",
    match: "signs in by the password",
  },
  {
    file: `${domain}/sync-user.ts`,
    test: sessions,
    name: "a disabled user is given a merchant",
    from: 'if (user.status === "disabled") {',
    to: 'if (user.id === "") {',
    match: "syncing twice",
  },
  {
    file: `${domain}/sync-user.ts`,
    test: sessions,
    name: "two at once make two merchants",
    from: "provider = ${provider} and subject = ${subject} for update`;",
    to: "provider = ${provider} and subject = ${subject}`;",
    match: "syncing twice",
  },
  {
    file: `${domain}/access-token.ts`,
    test: sessions,
    name: "a browser is given as many access tokens as it asks for",
    from: 'await countTry(ctx, "accessToken", session.id);',
    to: "",
    match: "sixty access tokens",
  },
  {
    file: `${domain}/access-token.ts`,
    test: sessions,
    name: "browsers of an account share their access tokens",
    from: '"accessToken", session.id',
    to: '"accessToken", session.userId',
    match: "sixty access tokens",
  },
];

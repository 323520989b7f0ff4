import type { LineMutant } from "@/scripts/mutants/line-mutant";

const domain = "lib/domain/identity";
const factors = `${domain}/factors.test.ts`;
const sessions = `${domain}/sessions.test.ts`;
const second = { file: `${domain}/second-factor.ts`, test: factors };
const session = { file: `${domain}/sessions.ts`, test: sessions };

export const mutants: readonly LineMutant[] = [
  {
    file: `${domain}/first-factor.ts`,
    test: factors,
    name: "an authenticator app counts before it has proved itself",
    from: "where user_id = ${userId} and confirmed_at is not null`;",
    to: "where user_id = ${userId}`;",
    match: "once it has proved itself",
  },
  {
    ...second,
    name: "a code of an authenticator app is taken twice",
    from: "await tx`update identity_totp set last_step = ${step} where user_id = ${userId}`;",
    to: "",
    match: "sign in once",
  },
  {
    ...second,
    name: "a recovery code is taken twice",
    from: "and code_hash in ${tx(hashes)} and used_at is null`;",
    to: "and code_hash in ${tx(hashes)}`;",
    match: "a recovery code stands in",
  },
  {
    ...second,
    name: "second factors can be guessed as often as one likes",
    from: 'await countTry(ctx, "secondFactor", userId);',
    to: "",
    match: "five wrong codes",
  },
  {
    ...second,
    name: "a disabled account is signed in to by its second factor",
    from: "and u.id = t.user_id and u.status = 'active'",
    to: "and u.id = t.user_id",
    match: "disabled meanwhile",
  },
  {
    ...second,
    name: "nobody is told that a recovery code was used",
    from: 'await tellOfChange(tx, { userId, change: "recovery_code_used" }, browser);',
    to: "",
    match: "a recovery code stands in",
  },
  {
    file: `${domain}/totp.ts`,
    test: factors,
    name: "another app replaces one that has proved itself",
    from: "where identity_totp.confirmed_at is null`;",
    to: "`;",
    match: "once it has proved itself",
  },
  {
    file: `${domain}/totp.ts`,
    test: factors,
    name: "other browsers stay signed in without the app",
    from: `await endSessions(tx, { userId, reason: "factors_changed", keep });
    await tx\`
      update identity_totp`,
    to: `await tx\`
      update identity_totp`,
    match: "enrolling signs",
  },
  {
    file: `${domain}/passwords.ts`,
    test: factors,
    name: "browsers stay signed in after another password",
    from: 'await endSessions(tx, { userId, reason: "password_changed", keep });',
    to: "",
  },
  {
    file: `${domain}/step-up.ts`,
    test: factors,
    name: "a code by mail does instead of the app",
    from: "if (hasTotp) throw needsTotp();",
    to: "",
    match: "steps up by it",
  },
  {
    file: `${domain}/step-up.ts`,
    test: factors,
    name: "somebody else's code by mail steps up",
    from: "return taken?.userId === userId;",
    to: 'return taken !== null && userId !== "";',
    match: "steps up by a code of a mail",
  },
  {
    ...session,
    name: "what changes how one signs in takes any session",
    from: "if (Date.now() - session.authTime.getTime() <= STEP_UP_MS) return session;",
    to: "if (session) return session;",
    test: factors,
    match: "last ten minutes",
  },
  {
    ...session,
    name: "a browser keeps what it was signed in with before",
    from: "if (browser.token !== null) await endByToken(tx, browser.token);",
    to: "",
    match: "signing in again",
  },
  {
    file: `${domain}/own-account.ts`,
    test: sessions,
    name: "anybody ends anybody's session",
    from: "where id = ${id} and user_id = ${userId} and revoked_at is null`;",
    to: "where id = ${id} and revoked_at is null`;",
    match: "somebody else's",
  },
  {
    file: `${domain}/first-factor.ts`,
    test: factors,
    name: "a password that was changed meanwhile signs in",
    from: "and (${passwordHash}::text is null or password_hash = ${passwordHash})",
    to: "and (${passwordHash}::text is null or password_hash is not null)",
    match: "meanwhile",
  },
  {
    file: `${domain}/first-factor.ts`,
    test: factors,
    name: "a sign-in does not wait for an app that is being enrolled",
    from: "for share`;",
    to: "`;",
    match: "meanwhile",
  },
  {
    ...session,
    name: "a sign-in that waits for its second factor outlives another password",
    from: "update identity_tickets set used_at = now() where user_id = ${userId} and used_at is null`;",
    to: "select ${userId}::text`;",
    test: factors,
    match: "meanwhile",
  },
];

import type { LineMutant } from "@/scripts/mutants/line-mutant";

const test = "lib/domain/identity/embedded-accounts.test.ts";
const email = { file: "lib/domain/identity/change-email.ts", test, match: "address" };
const guessable = {
  file: "lib/domain/identity/guessable-password.ts",
  test: "lib/domain/identity/sign-in.test.ts",
  match: "a password is long",
};

export const mutants: readonly LineMutant[] = [
  {
    ...email,
    name: "somebody else's code changes an account's address",
    from: "if (taken?.userId !== userId) throw wrongCode();",
    to: "if (!taken?.userId) throw wrongCode();",
  },
  {
    ...email,
    name: "a code for signing in changes the address",
    from: '["email_change"]',
    to: '["email_change", "sign_in", "step_up"]',
  },
  {
    ...email,
    name: "an address that is taken meanwhile is a failure of ours",
    from: "throw isTaken ? wrongCode() : error;",
    to: "throw error;",
  },
  {
    ...email,
    name: "other browsers stay signed in when the address changes",
    from: 'await endSessions(tx, { userId, reason: "factors_changed", keep });',
    to: "",
  },
  {
    ...email,
    name: "another address is asked for without authenticating anew",
    from: "const { userId, email: old } = await requireFreshSession(ctx.db, browser);",
    to: 'const { requireSession } = await import("./sessions"); const { userId, email: old } = await requireSession(ctx.db, browser);',
  },
  {
    ...email,
    name: "another address is taken without authenticating anew",
    from: "const { userId, id: keep } = await requireFreshSession(ctx.db, browser);",
    to: 'const { requireSession } = await import("./sessions"); const { userId, id: keep } = await requireSession(ctx.db, browser);',
  },
  {
    ...email,
    name: "an address that has an account is mailed a code",
    from: 'purpose: "email_change", email, userId, hasAccount }',
    to: 'purpose: "email_change", email, userId, hasAccount: hasAccount && old === "" }',
  },
  {
    file: "lib/domain/identity/sessions.ts",
    test,
    name: "a browser that is new is not told of",
    from: "return row?.isKnown === true;",
    to: "return row !== undefined;",
    match: "not seen before",
  },
  {
    file: "lib/domain/identity/sessions.ts",
    test,
    name: "a browser that was updated is new",
    from: "bool_or(token_hash is not distinct from ${hash}::bytea",
    to: "bool_or(${hash}::bytea is null and false",
    match: "not seen before",
  },
  {
    file: "lib/domain/identity/passwords.ts",
    test,
    name: "a password that was reset holds nothing back",
    from: "await tx`update identity_users set password_reset_at = now() where id = ${userId}`;",
    to: "",
    match: "for a day",
  },
  {
    file: "lib/server/authorize.ts",
    test: "lib/server/authorize.test.ts",
    name: "money's settings are changed right after a password was reset",
    from: 'if (credential.kind === "session") refuseHeld(credential);',
    to: "",
    match: "for a day",
  },
  {
    ...guessable,
    name: "two common passwords are a good one",
    from: "if (common.has(text.slice(0, at)) && common.has(text.slice(at))) return true;",
    to: "",
  },
  {
    ...guessable,
    name: "a short piece over and over is a good password",
    from: "|| isRepeated(lower)) return true;",
    to: ") return true;",
  },
  {
    ...guessable,
    name: "digits make a good password of a common one",
    from: '|| (core !== "" && isCommon(core));',
    to: ";",
  },
  {
    file: "lib/domain/mails/word-identity-mail.ts",
    test,
    name: "a code stands in the address that the server is sent",
    from: "`#code=${shown}`",
    to: "`?code=${shown}`",
    match: "the link of a code",
  },
  {
    file: "lib/domain/mails/word-identity-mail.ts",
    test,
    name: "a link leads to a page that fills no code in",
    from: '  reset: "/login",\n',
    to: '  reset: "/login",\n  step_up: "/dashboard/settings/security",\n',
    match: "the link of a code",
  },
  {
    file: "lib/domain/identity/change-email.ts",
    test,
    name: "a merchant is told at the address that its owner has given up",
    from: "    await changeOfMerchants(tx, userId, email);\n",
    to: "",
    match: "goes to the new address at once",
  },
  {
    file: "lib/domain/mails/word-identity-mail.ts",
    test,
    name: "whoever has lost an address is to be mailed a code there",
    from: 'change === "email_changed"',
    to: "false",
    match: "has lost the address",
  },
  {
    file: "lib/domain/identity/codes.ts",
    test: "lib/domain/identity/sign-in.test.ts",
    name: "an address of nobody takes less time to be asked for a code",
    from: "  const isMailed =",
    to: '  if (purpose !== "sign_up" && !isForeign && userId === null) return;\n  const isMailed =',
    match: "as much work",
  },
];

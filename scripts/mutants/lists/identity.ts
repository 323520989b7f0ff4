import type { LineMutant } from "@/scripts/mutants/line-mutant";

const domain = "lib/domain/identity";
const signIn = `${domain}/sign-in.test.ts`;
const factors = `${domain}/factors.test.ts`;
const codes = { file: `${domain}/codes.ts`, test: signIn };
const throttle = { file: `${domain}/throttle.ts`, test: signIn };

export const mutants: readonly LineMutant[] = [
  {
    ...codes,
    name: "a code by mail is good for another purpose",
    from: "and purpose in ${db([...purposes])}",
    to: "",
    test: factors,
  },
  {
    ...codes,
    name: "a code by mail is taken twice",
    from: "and used_at is null and expires_at > now() and attempts < ${MOST_TRIES}",
    to: "and expires_at > now() and attempts < ${MOST_TRIES}",
  },
  {
    ...codes,
    name: "a code by mail is good for ever",
    from: "and used_at is null and expires_at > now() and attempts < ${MOST_TRIES}",
    to: "and used_at is null and attempts < ${MOST_TRIES}",
  },
  {
    ...codes,
    name: "a code by mail can be guessed as often as one likes",
    from: "update identity_codes set attempts = attempts + 1,",
    to: "update identity_codes set attempts = attempts,",
    match: "five wrong codes",
  },
  {
    ...codes,
    name: "any code of a browser that asked is right",
    from: "return row?.isRight ? row : null;",
    to: "return row ?? null;",
  },
  {
    ...codes,
    name: "a code is mailed to an address that has no account",
    from: "    where ${isMailed}`;\n",
    to: "`;\n",
    match: "tells nothing of an address",
  },
  {
    ...codes,
    name: "a code to sign up is mailed to who has an account",
    from: 'const kind = hasAccount ? "identity_account_exists" : "identity_code";',
    to: 'const kind = hasAccount && email === "" ? "identity_account_exists" : "identity_code";',
    match: "signing up with an address",
  },
  {
    ...codes,
    name: "codes are mailed as often as they are asked for in an hour",
    from: 'await countTry(ctx, "mailedCodes", email);',
    to: "",
    match: "tells nothing of an address",
  },
  {
    ...codes,
    name: "a code stands in the mail's row as it is",
    from: "const sealed = sealCode(config, email, code);",
    to: "const sealed = code;",
    match: "nothing that is stored",
  },
  {
    ...throttle,
    name: "tries of an address that is written otherwise are others",
    from: "${subject.toLowerCase()}",
    to: "${subject}",
    match: "five wrong passwords",
  },
  {
    ...throttle,
    name: "tries are counted and never refused",
    from: "if (!row || row.tries <= most) return;",
    to: "if (row) return;",
    match: "five wrong passwords",
  },
  {
    ...throttle,
    name: "the right password forgets nothing",
    from: "await ctx.db`delete from identity_throttles where key = ${keyOf(ctx, name, subject)}`;",
    to: "await ctx.db`select ${keyOf(ctx, name, subject)}::bytea`;",
    match: "forgets the wrong ones",
  },
  {
    file: `${domain}/first-factor.ts`,
    test: signIn,
    name: "a disabled account signs in",
    from: "where id = ${userId} and status = 'active'",
    to: "where id = ${userId}",
    match: "disabled account",
  },
  {
    file: `${domain}/sign-in.ts`,
    test: signIn,
    name: "an unknown address is answered at once",
    from: "const isRight = await isPassword(password, account?.passwordHash ?? null);",
    to: "const isRight = account !== null && (await isPassword(password, account.passwordHash));",
    match: "after as long",
  },
  {
    file: `${domain}/sign-in.ts`,
    test: signIn,
    name: "wrong passwords are not counted",
    from: 'await countTry(ctx, "password", email);',
    to: "",
    match: "tries at the same time",
  },
  {
    file: `${domain}/sign-up.ts`,
    test: signIn,
    name: "a code by mail signs in to a disabled account",
    from: 'const userId = account?.status === "active" ? account.id : null;',
    to: "const userId = account?.id ?? null;",
    match: "disabled account",
  },
  {
    file: `${domain}/sign-up.ts`,
    test: signIn,
    name: "a password that anybody would guess is taken",
    from: "refuseGuessable(password, email);",
    to: "",
    match: "anybody would guess",
  },
];

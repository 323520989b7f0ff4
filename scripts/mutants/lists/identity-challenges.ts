import type { LineMutant } from "@/scripts/mutants/line-mutant";

const test = "lib/domain/identity/challenges.test.ts";
const altcha = { file: "lib/adapters/challenge/altcha.ts", test, match: "a puzzle" };
const turnstile = { file: "lib/adapters/challenge/turnstile.ts", test, match: "Turnstile" };
const pass = { file: "lib/server/challenge-pass.ts", test, match: "a pass is good" };

export const mutants: readonly LineMutant[] = [
  {
    ...altcha,
    name: "a puzzle that somebody else made is good",
    from: "if (!isOurs || digest",
    to: "if (given.length === 0 || digest",
  },
  {
    ...altcha,
    name: "any number solves a puzzle",
    from: "if (!isOurs || digest(`${salt}${number}`) !== challenge) return null;",
    to: "if (!isOurs || number < 0) return null;",
  },
  {
    ...altcha,
    name: "a puzzle is good for ever",
    from: "return expiresAt.getTime() <= now ? null",
    to: "return now <= 0 ? null",
  },
  {
    ...altcha,
    name: "a number's digits can be put into the puzzle's time",
    from: 'const salt = `${randomBytes(16).toString("hex")}?expires=${expires}&`;',
    to: 'const salt = `${randomBytes(16).toString("hex")}?expires=${expires}`;',
  },
  {
    file: "lib/domain/identity/challenges.ts",
    test,
    name: "a solution is taken as often as it is sent",
    from: "return count === 1;",
    to: "return count <= 1;",
    match: "is taken once",
  },
  {
    file: "lib/domain/identity/challenges.ts",
    test,
    name: "a puzzle is a way around Turnstile",
    from: "secret === undefined",
    to: "secret === undefined || secret.length > 0",
    match: "gives no answer",
  },
  {
    ...turnstile,
    name: "a token of another site's page is taken",
    from: "return answer.hostname === hostname && answer.action",
    to: "return answer.action",
  },
  {
    ...turnstile,
    name: "a token for another purpose is taken",
    from: "return answer.hostname === hostname && answer.action === turnstileAction;",
    to: "return answer.hostname === hostname;",
  },
  {
    ...turnstile,
    name: "what Cloudflare refuses is taken",
    from: "if (!answer.success) return false;",
    to: "",
  },
  {
    ...pass,
    name: "a pass is good for ever",
    from: "if (isOurs && Date.now() < Number(expires) * 1_000) return;",
    to: "if (isOurs) return;",
  },
  {
    ...pass,
    name: "a pass that nobody signed is good",
    from: "if (isOurs && Date.now()",
    to: "if (Date.now()",
  },
  {
    ...pass,
    name: "a pass is good in any network",
    from: "`challenge-pass:${expires}:${addressPrefix(address)}`;",
    to: "`challenge-pass:${expires}:${addressPrefix(address) === null}`;",
  },
  {
    file: "lib/server/serve-identity.ts",
    test,
    name: "signing up takes no challenge",
    from: "if (declaration.challenge) requireChallengePass(ctx.config, request);",
    to: "",
    match: "that a browser works out",
  },
  {
    file: "lib/adapters/env/env.ts",
    test: "lib/adapters/env/env.test.ts",
    name: "Turnstile's secrets for tests are taken on public chains",
    from: "if (secret === undefined || !isTurnstileTestSecret(secret) || isLocal(chains)) return;",
    to: "if (secret === undefined || isTurnstileTestSecret(secret) || isLocal(chains)) return;",
    match: "Turnstile",
  },
  {
    file: "proxy.ts",
    test,
    name: "Cloudflare's frame may be shown on every page",
    from: "const shows = signsIn && runtime()",
    to: "const shows = (signsIn || nextUrl.pathname) && runtime()",
    match: "frame may be shown",
  },
];

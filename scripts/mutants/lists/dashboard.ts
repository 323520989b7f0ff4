import type { LineMutant } from "@/scripts/mutants/line-mutant";

const returning = { file: "lib/core/return-path.ts", test: "lib/core/return-path.test.ts" };
const client = "lib/client/call-as-person.test.ts";
const calling = { file: "lib/client/call-as-person.ts", test: client };
const token = { file: "lib/client/access-token.ts", test: client };
const businesses = {
  file: "lib/domain/identity/list-businesses.ts",
  test: "lib/domain/identity/sessions.test.ts",
};

const anew = {
  file: "components/data/read-anew.ts",
  test: "components/data/read-anew.test.ts",
};

export const mutants: readonly LineMutant[] = [
  {
    name: "what was made is used under another name too",
    file: "lib/core/memoize.ts",
    from: "args.join()",
    to: "String(args[0])",
    test: "lib/core/memoize.test.ts",
    match: "under all of its names",
  },
  {
    name: "whatever callers ask for is kept for ever",
    file: "lib/core/memoize.ts",
    from: "if (kept.size >= MOST) kept.clear();",
    to: "",
    test: "lib/core/memoize.test.ts",
    match: "only so many",
  },
  {
    name: "an instant is written in the zone that was asked for first",
    file: "components/time/local-time.tsx",
    from: "return formatOf(locale, shape, timeZone)",
    to: 'return formatOf(locale, shape, timeZone && "UTC")',
    test: "components/time/local-time.test.ts",
    match: "in each language",
  },
  {
    ...anew,
    name: "a page that somebody asked for is given up for what an event changed",
    from: 'if (query.state.fetchStatus !== "idle") {',
    to: "if (waiting.has(query)) {",
    match: "comes, and then",
  },
  {
    ...anew,
    name: "a page that was asked for is given up with what it took the place of",
    from: "await untilIdle(client, query);",
    to: "await query.promise?.catch(() => {});",
    match: "in the middle",
  },
  {
    ...anew,
    name: "each event reads anew what the one before it is to read",
    from: "if (waiting.has(query)) return;",
    to: "",
    match: "comes, and then",
  },
  {
    ...returning,
    name: "somebody is sent to any path after signing in",
    from: "return origin === base && isOurs ?",
    to: "return origin === base ?",
    match: "leads elsewhere",
  },
  {
    ...returning,
    name: "a path that only begins as the dashboard's does is returned to",
    from: "pathname.startsWith(`${place}/`)",
    to: "pathname.startsWith(place)",
    match: "leads elsewhere",
  },
  {
    file: "components/address/change-address.ts",
    test: "components/address/change-address.test.ts",
    name: "a second change before the page is rendered takes the first one back",
    from: "const next = changeQuery(new URLSearchParams(search), change);",
    to: 'const next = changeQuery(new URLSearchParams("mode=test"), change);',
    match: "both count",
  },
  {
    ...token,
    name: "a token is used until it has expired",
    from: "const USED_PART = 0.8;",
    to: "const USED_PART = 1;",
    match: "four fifths",
  },
  {
    ...token,
    name: "a token that was forgotten while it was made is kept",
    from: "if (asking === minting) held = made;",
    to: "held = made;",
    match: "forgotten while it is made",
  },
  {
    ...calling,
    name: "the API is not told the mode of the page",
    from: '"stipend-mode": mode,',
    to: "",
    match: "who calls",
  },
  {
    ...calling,
    name: "whom the API does not know is made known to it without end",
    from: "|| mended.has(error.code)) throw error;",
    to: ") throw error;",
    match: "made known to it once",
  },
  {
    file: "lib/client/own-account.ts",
    test: client,
    name: "a form waits a minute by itself before it says so",
    from: "maxRetries: 0,",
    to: "",
    match: "told at once",
  },
  {
    ...businesses,
    name: "an account sees the businesses of another provider's",
    from: "where u.provider = ${provider} and u.subject = ${subject} and u.status",
    to: "where u.subject = ${subject} and u.status",
    match: "the dashboard's businesses",
  },
  {
    ...businesses,
    name: "somebody is shown the address of another provider's account",
    from: "where u.provider = ${provider} and u.subject = ${subject}`;",
    to: "where u.subject = ${subject}`;",
    match: "the dashboard's businesses",
  },
  {
    ...businesses,
    name: "the default business is not the first",
    from: "order by s.is_default desc, m.created_at",
    to: "order by m.created_at",
    match: "the dashboard's businesses",
  },
  {
    file: "components/dashboard/nav-entries.tsx",
    test: "components/dashboard/nav-entries.test.ts",
    name: "a page below an entry below another is of the shorter one",
    from: "other.length - one.length",
    to: "one.length - other.length",
    match: "belongs to",
  },
  {
    file: "components/list/counted.ts",
    test: "components/list/counted.test.ts",
    name: "one row is said in the plural",
    from: "if (count !== 1) return `${count} ${noun}`;",
    to: "if (count !== 0) return `${count} ${noun}`;",
    match: "1 payments are 1 payment",
  },
];

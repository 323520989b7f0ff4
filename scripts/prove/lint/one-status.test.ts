import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type ErrorCode, errorStatuses, reasonStatuses } from "@/lib/core/errors";
import { apiReasons, type Reason } from "@/lib/core/refusal-reasons";
import { projectRoot } from "@/scripts/build/contracts/sources";

/** How a refusal is made: the code is the function's own, or its first argument. */
const makers: readonly (readonly [made: RegExp, code: ErrorCode | null])[] = [
  [/new Refusal\(\s*"(\w+)"/g, null],
  [/\binvalidRequest\(/g, "invalid_request"],
  [/\bimpossible\(/g, "invalid_request"],
  [/\binvalidState\(/g, "session_invalid_state"],
  [/\bunavailable\(/g, "api_error"],
];

const isReason = (word: string): word is Reason => word in apiReasons;

const statusOf = (reason: Reason, code: ErrorCode) => reasonStatuses[reason] ?? errorStatuses[code];

/** The text of a call, from its opening bracket to the closing one. */
function bracketed(text: string, from: number): string {
  const start = text.indexOf("(", from);
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return text.slice(start, at);
  }
  return text.slice(start);
}

/** The reasons that a text names literally; a status that it tells beside is none. */
const reasonsIn = (text: string): Reason[] =>
  [...text.replaceAll(/currentStatus: "\w+"/g, "").matchAll(/"(\w+)"/g)].flatMap(([, word = ""]) =>
    isReason(word) ? [word] : [],
  );

interface Use {
  readonly reason: Reason;
  readonly status: number;
  readonly file: string;
}

/** Every refusal with a literal reason, made directly or by a function of the same file that takes the reason. */
function usesIn(file: string, text: string): Use[] {
  const uses: Use[] = [];
  for (const [made, ownCode] of makers) {
    for (const match of text.matchAll(made)) {
      const code = ownCode ?? (match[1] as ErrorCode);
      const note = (reason: Reason) => uses.push({ reason, status: statusOf(reason, code), file });
      const named = reasonsIn(bracketed(text, match.index));
      if (named.length > 0) for (const reason of named) note(reason);
      else for (const reason of givenTo(text, match.index)) note(reason);
    }
  }
  return uses;
}

/** The reasons that a file gives to the function that a place is in. */
function givenTo(text: string, place: number): Reason[] {
  const before = [
    ...text.slice(0, place).matchAll(/^(?:export )?(?:async )?(?:function|const) (\w+)/gm),
  ];
  const name = before.at(-1)?.[1];
  if (!name) return [];
  return [...text.matchAll(new RegExp(`\\b${name}\\(`, "g"))].flatMap(({ index }) =>
    reasonsIn(bracketed(text, index)),
  );
}

const files = ["lib", "inngest", "operator", "app"].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);

test("a reason has one status, wherever it is the answer", () => {
  const uses = files.flatMap((file) => usesIn(file, readFileSync(join(projectRoot, file), "utf8")));
  const byReason = new Map<Reason, Set<number>>();
  for (const { reason, status } of uses) {
    byReason.set(reason, new Set(byReason.get(reason)).add(status));
  }
  const several = uses.filter(({ reason }) => (byReason.get(reason)?.size ?? 0) > 1);
  expect(several).toEqual([]);
  // The table is nearly whole: what it does not see is made from a list of a contract's or a URL's errors.
  expect(byReason.size).toBeGreaterThan(Object.keys(apiReasons).length * 0.85);
});

/** Of the calls that an address, a payer or a merchant may make: named by its kind. */
const byKind = /^(?:ip|merchant|payer)_budget$/;

test("every reason that the reference lists is one that the product gives", () => {
  const texts = files
    .filter((file) => !/reasons\.ts$/.test(file))
    .map((file) => readFileSync(join(projectRoot, file), "utf8"));
  const named = new Set(
    texts.flatMap((text) => text.match(/(?<=["`'])\w+(?=["`'])|\w+(?=:)/g) ?? []),
  );
  const unknown = Object.keys(apiReasons).filter((reason) => !named.has(reason));
  expect(unknown.filter((reason) => !byKind.test(reason))).toEqual([]);
  expect(unknown).toHaveLength(3);
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/scripts/build/contracts/sources";

/* What no single part shows: that every page is made of the parts that everybody can use. */

const sources = ["app", "components"].flatMap((folder) =>
  readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx") && !name.endsWith(".test.tsx"))
    .map((name) => {
      const path = `${folder}/${name}`;
      return { path, text: readFileSync(join(projectRoot, path), "utf8") };
    }),
);

/** The files in which a pattern is found, with what was found. */
const found = (pattern: RegExp) =>
  sources.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map(([match]) => `${path}: ${match}`),
  );

test("nothing is disabled once the page's code runs: the browser takes the focus from it", () => {
  expect(found(/\sdisabled(?:=\{(?!!ready\})[^}]*\}|=\s*"|(?=\s|>))/g)).toEqual([]);
});

test("every form is one that answers, but that of the pay page, whose bytes are counted", () => {
  expect(found(/<form\b/g).sort()).toEqual([
    "components/hosted/pay/sign-parts.tsx: <form",
    "components/ui/form.tsx: <form",
    // It has no fields, only the button that loads the page again.
    "components/ui/old-page-dialog.tsx: <form",
  ]);
});

test("nothing that has the focus waits behind an empty place", () => {
  expect(found(/<Suspense>/g)).toEqual([]);
});

test("addresses, ids, codes and amounts are left as they are when a browser translates the page", () => {
  const translated = /<(?!Facts\b)\w+\b(?:(?!translate="no")[^<>])*className="[^"]*\bfont-mono\b/g;
  expect(found(translated)).toEqual([]);
  const whole = (path: string) =>
    sources.find((one) => one.path === path)?.text.split('translate="no"').length;
  expect(whole("components/ui/money/amount.tsx")).toBe(3);
  expect(whole("components/ui/code-line.tsx")).toBe(2);
});

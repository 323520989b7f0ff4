import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/scripts/build/contracts/sources";

/** What a browser says of itself is input: where it is read, and what makes it safe there. */
const readers: Readonly<Record<string, RegExp>> = {
  "components/ui/time/local-time.tsx": /resolvedOptions/,
  "lib/client/browser-storage.ts": /(?:local|session)Storage/,
  "lib/client/typed-amount.ts": /languages/,
  // It has a fallback of its own.
  "lib/client/wallet/test-wallet.ts": /localStorage/,
};

const fact = /\b(?:localStorage|sessionStorage|resolvedOptions)\b|navigator\??\.languages?\b/;

test("a browser's time zone, languages and storage are read in one place each", () => {
  const files = ["app", "components", "lib/client"].flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const raw = files.filter((file) => fact.test(readFileSync(join(projectRoot, file), "utf8")));
  expect(raw.sort()).toEqual(Object.keys(readers).sort());
  for (const [file, what] of Object.entries(readers)) {
    expect(readFileSync(join(projectRoot, file), "utf8")).toMatch(what);
  }
});

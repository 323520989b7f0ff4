import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** What axe-core finds wrong by WCAG 2.2 AA and its best practices. */
export async function violations(page: Page): Promise<string[]> {
  // Appearing is animated, and half-faded text has no contrast.
  await page.waitForFunction(() =>
    document.getAnimations().every(
      ({ playState }) =>
        playState !== "running" ||
        !document
          .querySelector(".animate-appear")
          ?.getAnimations()
          .some((a) => a.playState === "running"),
    ),
  );
  await page.evaluate(axeSource);
  const results = await page.evaluate<AxeResults>(
    "axe.run(document, { resultTypes: ['violations'] })",
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

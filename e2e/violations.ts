import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve("axe-core/axe.min.js"),
  "utf8",
);

/** What axe-core finds wrong by WCAG 2.2 AA and its best practices: by all rules, or by those that are named. */
export async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  // Appearing is animated, and half-faded text has no contrast; nor have colours half-way from one to the other.
  await page.waitForFunction(() => {
    const isRunning = ({ playState }: Animation) => playState === "running";
    const appearing = document.querySelector(".animate-appear")?.getAnimations() ?? [];
    const changing = document.getAnimations().filter((each) => each instanceof CSSTransition);
    return ![...appearing, ...changing].some(isRunning);
  });
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(axeSource);
  const options = JSON.stringify({
    resultTypes: ["violations"],
    ...(rules && { runOnly: { type: "rule", values: rules } }),
  });
  const results = await page.evaluate<AxeResults>(`axe.run(document, ${options})`);
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`),
  );
}

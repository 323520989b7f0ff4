import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults } from "axe-core";

/** The rules of axe that look at colours: the other colours change nothing that another rule looks at. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];
/** And at room: between the phones no style sheet has another layout. */
const OF_ROOM = [...OF_COLOURS, "scrollable-region-focusable", "target-size"];

interface Size {
  readonly width: number;
  readonly height: number;
  readonly rules?: readonly string[];
}

const sizes: Readonly<Record<string, Size>> = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 390, height: 844 },
  "narrowest phone": { width: 320, height: 640, rules: OF_ROOM },
};

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

/** Looks at a page in both colours on a screen and two phones: axe finds nothing, and nothing is cut off. */
export async function isInOrder(page: Page): Promise<void> {
  for (const [size, { width, height, rules }] of Object.entries(sizes)) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ["light", "dark"] as const) {
      // Colours are not to be looked at half-way from one to the other.
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      const found = await violations(page, colorScheme === "dark" ? OF_COLOURS : rules);
      expect(found, `${size}, ${colorScheme}`).toEqual([]);
    }
    const fits = await page.evaluate(
      () => document.documentElement.scrollWidth <= window.innerWidth,
    );
    expect(fits, `${size} shows the whole width`).toBe(true);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

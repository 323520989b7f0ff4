import { expect, type Page } from "@playwright/test";
import { violations } from "./violations";

const sizes = {
  desktop: { width: 1280, height: 860 },
  phone: { width: 375, height: 740 },
  "narrowest phone": { width: 320, height: 640 },
} as const;

/** Looks at a page in both colours on a screen and two phones: axe finds nothing, and nothing is cut off. */
export async function isInOrder(page: Page): Promise<void> {
  for (const [size, viewport] of Object.entries(sizes)) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ["light", "dark"] as const) {
      // Colours are not to be looked at half-way from one to the other.
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      expect(await violations(page), `${size}, ${colorScheme}`).toEqual([]);
    }
    const fits = await page.evaluate(
      () => document.documentElement.scrollWidth <= window.innerWidth,
    );
    expect(fits, `${size} shows the whole width`).toBe(true);
  }
  await page.setViewportSize(sizes.desktop);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

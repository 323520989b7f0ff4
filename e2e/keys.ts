import { expect, type Page } from "@playwright/test";
import { openAsOwner } from "./open-as-owner";
import type { Stack } from "./stack";

/* What somebody does who has no pointer. */

/** What has the focus, by the name that is read out. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const at = document.activeElement;
    if (!(at instanceof HTMLElement)) return "";
    const labels = "labels" in at ? [...((at as HTMLInputElement).labels ?? [])] : [];
    const label = labels.map(({ textContent }) => textContent).join(" ");
    return (at.getAttribute("aria-label") ?? (label || at.textContent) ?? "").trim();
  });

/** Goes on by Tab until something has the focus, which is then to be seen. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = (text: string) => (typeof name === "string" ? text === name : name.test(text));
  for (let steps = 0; steps < 120; steps += 1) {
    if (isThere(await focused(page))) {
      const ring = () =>
        page.evaluate(() => {
          const { outlineStyle, outlineWidth } = getComputedStyle(
            document.activeElement ?? document.body,
          );
          return outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2;
        });
      await expect.poll(ring, { message: `the focus on ${name} is seen` }).toBe(true);
      return;
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${name}`);
}

/** Presses what Tab leads to. */
export async function pressOn(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Enter");
}

/** Ticks a box that Tab leads to. */
export async function tick(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("Space");
}

/** Types into a field that Tab leads to. */
export async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

const POINTED = "a pointer was used";

/** From now on a pointer is noticed. */
export async function refusePointers(page: Page): Promise<void> {
  await page.addInitScript((pointed) => {
    const notice = () => sessionStorage.setItem("pointed", pointed);
    document.addEventListener("pointerdown", notice, true);
    document.addEventListener("click", ({ detail }) => detail > 0 && notice(), true);
  }, POINTED);
}

export const noPointer = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => sessionStorage.getItem("pointed"))).toBeNull();

/** Signs in and opens a page; nothing of what follows is done with a pointer. */
export async function beginByKeys(page: Page, stack: Stack, path: string): Promise<void> {
  await openAsOwner(page, stack, path);
  await refusePointers(page);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
}

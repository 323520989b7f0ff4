import { expect, type Page, type TestInfo, test } from "@playwright/test";

/* What a person without a pointer does, and what is read out meanwhile. */

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

declare global {
  interface Window {
    noteForEar?(line: string): void;
  }
}

const logs = new WeakMap<Page, string[]>();

/** A focus that falls to the page and stays there is lost to who hears the page. */
const LOST = "LOST";

/** Notes focus, what live regions say, and titles, on each document that the page opens from now on. */
async function keepLog(page: Page): Promise<void> {
  const log: string[] = [];
  logs.set(page, log);
  await page.exposeFunction("noteForEar", (line: string) => {
    if (log.at(-1) !== line) log.push(line);
  });
  await page.addInitScript((lost) => {
    const note = (line: string) => window.noteForEar?.(line);
    const nameOf = (element: EventTarget | null) =>
      element instanceof HTMLElement
        ? `${element.tagName} ${(element.ariaLabel ?? element.textContent ?? "").trim().slice(0, 80)}`
        : "";
    // Another page takes a moment to take the focus, and Tab passes the page itself on its way round.
    let timer: ReturnType<typeof setTimeout>;
    document.addEventListener("focusin", ({ target }) => {
      clearTimeout(timer);
      note(`focus ${nameOf(target)}`);
    });
    document.addEventListener("focusout", ({ target }) => {
      const name = nameOf(target);
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (document.activeElement === document.body) note(`${lost} after ${name}`);
      }, 2_500);
    });
    const told = new WeakMap<Element, string>();
    new MutationObserver(() => {
      note(`title ${document.title}`);
      for (const region of document.querySelectorAll("[role=status], [role=alert], [aria-live]")) {
        const text = (region.textContent ?? "").trim().replace(/\s+/g, " ");
        if (text && told.get(region) !== text) note(`said ${text.slice(0, 160)}`);
        told.set(region, text);
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  }, LOST);
}

/** Attaches what was noted. @returns where the focus was lost */
async function lostFocus(page: Page, info: TestInfo): Promise<string[]> {
  const log = logs.get(page) ?? [];
  await info.attach("focus, speech and titles", {
    body: log.join("\n"),
    contentType: "text/plain",
  });
  return log.filter((line) => line.startsWith(LOST));
}

/** What was said on a page, in order. */
export const saidOn = (page: Page): string[] =>
  (logs.get(page) ?? []).filter((line) => line.startsWith("said ")).map((line) => line.slice(5));

const POINTED = "a pointer was used";

/** From now on a pointer is noticed, and the log kept. */
export async function refusePointers(page: Page): Promise<void> {
  await keepLog(page);
  await page.addInitScript((pointed) => {
    const notice = () => sessionStorage.setItem("pointed", pointed);
    document.addEventListener("pointerdown", notice, true);
    document.addEventListener("click", ({ detail }) => detail > 0 && notice(), true);
  }, POINTED);
}

/** No pointer was used, and the focus was never lost. */
export async function noPointer(page: Page): Promise<void> {
  expect(await page.evaluate(() => sessionStorage.getItem("pointed"))).toBeNull();
  expect(await lostFocus(page, test.info())).toEqual([]);
}

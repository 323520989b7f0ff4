import { expect, type Page, test } from "@playwright/test";
import { openAsOwner } from "./open-as-owner";
import { merchantApi, sharedStack } from "./stack";

const stack = sharedStack();

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
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const isThere = (text: string) => (typeof name === "string" ? text === name : name.test(text));
  for (let steps = 0; steps < 80; steps += 1) {
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

/** Types into a field that Tab leads to. */
async function typeInto(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(text);
}

/** Nothing of what follows is done with a pointer. */
async function begin(page: Page, path: string): Promise<void> {
  await openAsOwner(page, stack, path);
  await page.evaluate(() => {
    const isByKey = (event: MouseEvent) => event.detail === 0;
    const refuse = (event: MouseEvent) => {
      if (!isByKey(event)) document.title = "a pointer was used";
    };
    document.addEventListener("click", refuse, true);
  });
}

test("a plan is made and archived by keys alone", async ({ page }) => {
  await begin(page, "/dashboard/plans");
  await page.keyboard.press("c");
  await page.waitForURL(/\/dashboard\/plans\/new/);
  await typeInto(page, /^Name/, "By hand");
  await typeInto(page, /^Price/, "7.5");
  await tabTo(page, /^Currency/);
  await page.keyboard.type("EURC");
  await tabTo(page, "Create plan");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "By hand" })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const api = merchantApi(stack);
  expect(await api.subscriptionPlans.get({ id })).toMatchObject({
    amount: "7500000",
    currency: "EURC",
    active: true,
  });
  await tabTo(page, "Archive");
  await page.keyboard.press("Enter");
  await typeInto(page, "Type “By hand” to confirm", "By hand");
  await page.keyboard.press("Enter");
  await expect(page.locator("header").getByText("Archived")).toBeVisible();
  expect((await api.subscriptionPlans.get({ id })).active).toBe(false);
  expect(await page.title()).not.toBe("a pointer was used");
});

test("an invoice is written with two lines and saved, and voided by keys alone", async ({
  page,
}) => {
  await begin(page, "/dashboard/invoices");
  await page.keyboard.press("c");
  await page.waitForURL(/\/dashboard\/invoices\/new/);
  await typeInto(page, /^E-mail/, "ada@example.com");
  await typeInto(page, /^Description/, "Design");
  await typeInto(page, /^Price in USDC/, "10");
  await tabTo(page, "Add a line");
  await page.keyboard.press("Enter");
  await typeInto(page, /^Description/, "Print");
  await typeInto(page, /^Quantity/, "3");
  await typeInto(page, /^Price in USDC/, "2.5");
  await tabTo(page, "Save draft");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: /^17\.50\sUSDC$/ })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const { number } = await merchantApi(stack).invoices.get({ id });
  await tabTo(page, "Void");
  await page.keyboard.press("Enter");
  await typeInto(page, `Type “${number}” to confirm`, number);
  await page.keyboard.press("Enter");
  await expect(page.locator("header").getByText("Void", { exact: true })).toBeVisible();
  expect(await page.title()).not.toBe("a pointer was used");
});

import { expect, type Page, test } from "@playwright/test";
import { isInOrder } from "./in-looks";
import { givePassword } from "./sign-in";
import { createSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();

/** Signs in as the demo's merchant and opens the dashboard. */
async function open(page: Page): Promise<void> {
  if (!stack.signIn) throw new Error("the demo's merchant has an owner");
  await page.goto(`${stack.baseUrl}/login?returnTo=${encodeURIComponent("/dashboard?mode=test")}`);
  await givePassword(page, stack.signIn);
  await expect(page.getByRole("heading", { name: "Home" })).toBeVisible();
}

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const field = (page: Page) => palette(page).getByRole("combobox");
const option = (page: Page, name: string | RegExp) =>
  palette(page).getByRole("option", { name }).first();

test("the palette finds what people have of an object, and opens its page by keys alone", async ({
  page,
}) => {
  const api = merchantApi(stack);
  const session = await createSession(stack, { amount: "1234560000", description: "Roaster" });
  const walletAddress = `0x${"ce".repeat(20)}`;
  const name = "Grace Hopper";
  const email = "grace@navy.example";
  await api.customers.upsert({ walletAddress, name, email });
  await open(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field(page)).toBeFocused();
  await isInOrder(page);
  for (const [text, found] of [
    [session.id, /^Roaster/],
    ["1234.56", /^Roaster.*1,234\.56.USDC/],
    [email, /^Grace Hopper/],
    ["grace h", /^Grace Hopper/],
    [walletAddress, /^Grace Hopper/],
    ["sk_test_", /^Demo/],
  ] as const) {
    await field(page).fill(text);
    await expect(option(page, found), text).toBeVisible();
  }
  await field(page).fill(session.id);
  await expect(option(page, /^Roaster/)).toHaveAttribute("aria-selected", "true");
  await isInOrder(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/dashboard/payments/${session.id}\\?mode=test$`));
  await expect(palette(page)).toBeHidden();
});

test("the palette goes to pages, says when nothing is found, and gives the focus back", async ({
  page,
}) => {
  await open(page);
  const opener = page.getByRole("button", { name: /^Search/ });
  await opener.click();
  await field(page).fill("zebra crossing");
  await expect(palette(page).getByRole("status")).toContainText("Nothing");
  await expect(palette(page).getByRole("option")).toHaveCount(0);
  await isInOrder(page);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await field(page).fill("request lo");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/developers\/logs\?mode=test$/);
});

import { expect, test } from "@playwright/test";
import { payByApi, waitUntilClosed } from "@/cli/src/pay/pay-by-api";
import { fundedKey } from "./fund";
import { isInOrder } from "./in-looks";
import { openAsOwner } from "./sign-in";
import { createSession, merchantApi, type Stack } from "./stack";
import { startStack } from "./start-stack";

let stack: Stack;
let stop = async () => {};

// A stack of its own: the figures are of what is paid here.
test.beforeAll(async () => {
  ({ stack, stop } = await startStack({ blockMs: 500 }));
});
test.afterAll(() => stop());

async function pay(amount: string): Promise<void> {
  const api = merchantApi(stack);
  const session = await createSession(stack, { amount });
  await payByApi(api, session, fundedKey(stack));
  await waitUntilClosed(api, session.id);
}

test("analytics shows what was paid of what was asked for, and the bell tells of a payment as it arrives", async ({
  page,
}) => {
  await createSession(stack);
  await pay("12000000");
  await openAsOwner(page, stack, "/dashboard/analytics");
  const section = page.getByRole("region", { name: "Checkout conversion" });
  const figure = (name: string) => section.locator("dl > div").filter({ hasText: name });
  const before = Number((await figure("Paid").locator("dd").textContent()) ?? "");
  expect(before).toBeGreaterThan(0);
  await expect(
    page.getByRole("region", { name: "Top customers" }).getByText(/12\.00\sUSDC/),
  ).toBeVisible();
  await section.getByText("As a table").click();
  await expect(section.getByRole("table", { name: "Conversion by day" })).toBeVisible();
  const file = page.waitForEvent("download");
  await section.getByRole("button", { name: /^Download CSV/ }).click();
  expect((await file).suggestedFilename()).toBe("conversion-by-day-test.csv");
  await page.getByRole("link", { name: "7 days" }).click();
  await expect(page).toHaveURL(/range=7/);
  await isInOrder(page);

  await pay("3500000");
  // Without a reload: the stream of events tells.
  await expect(figure("Paid").locator("dd")).toHaveText(String(before + 1));
  const bell = page.getByRole("button", { name: /^Notifications, \d+ unread$/ });
  await bell.click();
  const drawer = page.getByRole("dialog", { name: "Notifications" });
  await expect(
    drawer.getByRole("link", { name: /Payment received.*\(unread\).*3\.50.USDC/ }),
  ).toBeVisible();
  await isInOrder(page);
  await drawer.getByRole("button", { name: "Mark all as read" }).click();
  await expect(drawer.getByText("(unread)")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Notifications", exact: true })).toBeVisible();
});

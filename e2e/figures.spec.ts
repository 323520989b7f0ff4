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

test("Home shows a period beside the one before, and each figure leads to the list of what it counts", async ({
  page,
}) => {
  await pay("4000000");
  await openAsOwner(page, stack, "/dashboard");
  const overview = page.getByRole("region", { name: "Overview" });
  const amount = async () => {
    const text = (await overview.getByRole("link", { name: /^Volume: / }).textContent()) ?? "";
    return Number(/([\d,]+\.\d+)/.exec(text)?.[1]?.replaceAll(",", ""));
  };
  await expect(overview.getByRole("link", { name: /^Success rate: \d/ })).toBeVisible();
  await expect(overview.getByRole("link", { name: /^Recurring revenue: / })).toBeVisible();
  const before = await amount();
  await pay("6000000");
  // Without a reload: the stream of events tells.
  await expect.poll(amount).toBe(before + 6);
  await expect(page.getByRole("region", { name: "Renewals" })).toContainText("7 days");
  await isInOrder(page);

  const period = page.getByRole("navigation", { name: "Period" });
  await period.getByRole("link", { name: "7 days" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/range=7/);
  await page.reload();
  await expect(period.getByRole("link", { name: "7 days" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await period.getByRole("link", { name: "Custom" }).click();
  await page.getByLabel("First day").fill("2020-01-01");
  await page.getByLabel("Last day").fill("2020-01-31");
  await expect(page).toHaveURL(/range=custom.*from=2020-01-01.*to=2020-01-31/);
  await expect(overview.getByRole("link", { name: "New customers: 0" })).toBeVisible();
  await isInOrder(page);
  await page.goBack();
  await period.getByRole("link", { name: "This month" }).click();
  await expect(page).toHaveURL(/range=month/);

  await overview.getByRole("link", { name: /^New customers: [1-9]/ }).click();
  await expect(page).toHaveURL(/customers\?mode=test&createdAfter=.*createdBefore=/);
  await expect(page.getByRole("table").getByRole("link").first()).toBeVisible();
  await page.goBack();
  await overview.getByRole("link", { name: /^Volume: / }).click();
  await expect(page).toHaveURL(/transactions\?mode=test&status=confirmed&currency=USDC/);
  await expect(
    page
      .getByRole("table")
      .getByText(/6\.00\sUSDC/)
      .first(),
  ).toBeVisible();
});

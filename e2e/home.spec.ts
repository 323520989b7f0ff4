import { expect, test } from "@playwright/test";
import { payByApi, waitUntilClosed } from "@/cli/src/pay/pay-by-api";
import { fundedKey } from "./fund";
import { isInOrder } from "./in-looks";
import { openAsOwner } from "./sign-in";
import { createSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();

async function pay(amount: string): Promise<void> {
  const api = merchantApi(stack);
  const session = await createSession(stack, { amount });
  await payByApi(api, session, fundedKey(stack));
  await waitUntilClosed(api, session.id);
}

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
  await page.goto(`${stack.baseUrl}/dashboard/renewals?mode=test`);
  await expect(page.getByRole("heading", { level: 1, name: "Renewals" })).toBeVisible();
  await page.goto(`${stack.baseUrl}/dashboard?mode=test&range=7`);
  await expect(overview.getByRole("link", { name: /^Volume: / })).toBeVisible();
  await isInOrder(page);
});

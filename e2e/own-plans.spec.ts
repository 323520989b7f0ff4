import { expect, test } from "@playwright/test";
import { generatePrivateKey } from "viem/accounts";
import { fund } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { signAndSubscribe, subscribed } from "./plans";
import { openAsOwner } from "./sign-in";
import { merchantApi, type Stack } from "./stack";
import { startStack } from "./start-stack";

let stack: Stack;
let stop = async () => {};

// A stack of its own: here the clock is moved.
test.beforeAll(async () => {
  ({ stack, stop } = await startStack({ blockMs: 500 }));
});
test.afterAll(() => stop());

test("a plan goes from its form to a first charge and, as the payer's wallet runs dry, to a failed renewal whose cause is named", async ({
  page,
  browser,
}) => {
  await openAsOwner(page, stack, "/dashboard/plans");
  await page.getByRole("link", { name: "New plan" }).first().click();
  await page.getByLabel("Name").fill("Daily cup");
  await page.getByLabel("Price").fill("3.25");
  await page.getByLabel("Interval").selectOption({ label: "Days" });
  await page.getByLabel("Number of charges").fill("10");
  const preview = page.getByRole("complementary", { name: "Preview for payers" });
  await expect(preview).toContainText(/3\.25\sUSDC/);
  await expect(preview).toContainText("Ends after 10 charges");
  await page.getByRole("button", { name: "Create plan" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Daily cup" })).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";

  const payers = await browser.newContext();
  const payer = await payers.newPage();
  const { chainId } = stack;
  const wallet = await injectWallet(payer, { chainId, privateKey: generatePrivateKey() });
  await fund(stack, wallet.account.address, 4_000_000n);
  await payer.goto((await merchantApi(stack).subscriptionPlans.get({ id })).checkoutUrl);
  await payPage(payer).choose("Example Wallet");
  await signAndSubscribe(payer);
  await subscribed(payer);
  await payers.close();

  const row = page.getByRole("row").filter({ hasText: "Active" });
  await expect(row).toContainText(/3\.25\sUSDC/, { timeout: 60_000 });
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: /\b3\.25\sUSDC$/ })).toBeVisible();
  const fact = (name: string) => page.locator("dl > div").filter({ hasText: name });
  await expect(fact("Charges made")).toContainText("1");
  await expect(fact("Remaining limit")).toContainText(/29\.25\sUSDC/);
  await page.evaluate(() => Reflect.set(window, "stayed", true));

  const { testClock, subscriptions } = merchantApi(stack);
  const [subscription] = (await subscriptions.list({ planId: id })).data;
  const to = subscription?.nextChargeAt ?? "";
  expect(await testClock.advance({ to }, { timeoutMs: 60_000 })).toMatchObject({ finished: true });
  await expect(page.getByText("The payer’s wallet didn’t hold enough.")).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.locator("header").getByText("Past due")).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(window, "stayed"))).toBe(true);

  await page.getByRole("link", { name: "Home", exact: true }).click();
  await page.getByRole("link", { name: "A renewal is at risk: its charge failed" }).click();
  await expect(page.getByRole("row").filter({ hasText: "Past due" })).toHaveCount(1);
});

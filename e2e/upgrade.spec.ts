import { expect, type Page, test } from "@playwright/test";
import { fundedKey } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { openAsOwner } from "./sign-in";
import { createSession, getSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const { chainId } = stack;

const updated = (page: Page) => page.getByRole("dialog", { name: "This page was updated" });

/** The server has another build from now on, whose code has other names. */
const dropCode = (page: Page) =>
  page.route("**/_next/static/**", (route) => route.fulfill({ status: 404 }));

/** Loads the page again as it says, now from the new build. What the old page still asks for is gone until then. */
async function reload(page: Page): Promise<void> {
  await page.route("**", async (route) => {
    if (!route.request().isNavigationRequest()) return route.fallback();
    await route.continue();
    await page.unrouteAll();
  });
  const loaded = page.waitForEvent("load");
  await updated(page).getByRole("button", { name: "Reload" }).click();
  await loaded;
  await expect(updated(page)).toBeHidden();
}

test("a payer whose wallet needs code that is gone is told, and pays after a reload", async ({
  page,
}) => {
  await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const pay = payPage(page);
  await page.goto((await createSession(stack)).checkoutUrl);
  await expect(pay.button("Example Wallet")).toBeEnabled();
  await dropCode(page);
  await pay.choose("Example Wallet");
  await expect(updated(page)).toBeVisible();
  await reload(page);
  await pay.choose("Example Wallet");
  await pay.signAndPay();
});

test("code that does not come while the server is away is no update", async ({ page }) => {
  await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const pay = payPage(page);
  await page.goto((await createSession(stack)).checkoutUrl);
  await expect(pay.button("Example Wallet")).toBeEnabled();
  await page.waitForLoadState("networkidle");
  const asked: string[] = [];
  await page.route("**/_next/static/**", (route) => {
    asked.push(route.request().method());
    return route.abort();
  });
  await pay.choose("Example Wallet");
  await expect.poll(() => asked).toContain("HEAD");
  await expect(pay.heading("Not connected")).toBeVisible();
  await expect(updated(page)).toBeHidden();
});

/** Everything is gone but the code that a page names itself. */
async function dropLaterCode(page: Page, url: string): Promise<void> {
  const html = await (await page.request.get(url)).text();
  await page.route("**/_next/static/**/*.js*", (route) => {
    const { pathname } = new URL(route.request().url());
    return html.includes(pathname) ? route.continue() : route.fulfill({ status: 404 });
  });
}

test("a page whose later code is gone from the start says so when a wallet is chosen", async ({
  page,
}) => {
  await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const { checkoutUrl } = await createSession(stack);
  await dropLaterCode(page, checkoutUrl);
  await page.goto(checkoutUrl);
  await expect(updated(page)).toBeVisible();
  await reload(page);
  const pay = payPage(page);
  await pay.choose("Example Wallet");
  await pay.signAndPay();
  await dropLaterCode(page, checkoutUrl);
  await page.goto(checkoutUrl);
  await expect(updated(page)).toBeVisible();
  await reload(page);
  await pay.receipt();
});

test("what a payer signed for a server that has been replaced is sent after the reload, and the wallet is not asked again", async ({
  page,
}) => {
  const wallet = await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const signatures = () => wallet.calls.filter((call) => call === "eth_signTypedData_v4").length;
  const session = await createSession(stack);
  const pay = payPage(page);
  await page.goto(session.checkoutUrl);
  await pay.choose("Example Wallet");
  await page.getByLabel("E-mail for your receipt").fill("ada@example.com");
  await expect(pay.button("Sign and pay")).toBeEnabled();
  // As Next answers an action of another build.
  await page.route("**/pay/**", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 404, headers: { "x-nextjs-action-not-found": "1" } })
      : route.continue(),
  );
  await pay.button("Sign and pay").click();
  await expect(updated(page)).toBeVisible();
  await expect(page.getByText("you won’t be charged twice")).toBeVisible();
  const signed = signatures();
  expect(signed).toBeGreaterThan(0);
  await reload(page);
  await pay.receipt();
  expect(signatures()).toBe(signed);
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
  const { data } = await merchantApi(stack).customers.list();
  const payer = data.find(({ walletAddress }) => walletAddress === wallet.account.address);
  expect(payer?.email).toBe("ada@example.com");
});

test("what was typed on a payment link is there after the reload, and is bought", async ({
  page,
}) => {
  const { url } = await merchantApi(stack).paymentLinks.create({
    name: "Donation",
    minAmount: "1000000",
    maxAmount: "5000000",
    currency: "USDC",
    maxQuantity: 1,
    email: "optional",
  });
  await page.goto(url);
  await page.getByLabel("Amount (USDC)").fill("2.5");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.route("**/v1/checkout/links/**", (route) => {
    const error = {
      type: "invalid_request_error",
      code: "not_found",
      message: "There is no such path in this API.",
      details: { reason: "unknown_path" },
      requestId: "req_1",
    };
    return route.fulfill({ status: 404, json: { error } });
  });
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(updated(page)).toBeVisible();
  await reload(page);
  await expect(page.getByLabel("Amount (USDC)")).toHaveValue("2.5");
  await expect(page.getByLabel("E-mail")).toHaveValue("ada@example.com");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("2.50\u00a0USDC");
});

test("an invoice that is being written has all its lines after the reload", async ({ page }) => {
  await openAsOwner(page, stack, "/dashboard/invoices/new");
  await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  await page.getByLabel("Description").fill("Consulting");
  await page.getByLabel("Quantity").fill("12");
  await page.getByRole("button", { name: "Add line" }).click();
  await page.getByLabel("Description").nth(1).fill("Travel");
  await page.getByLabel("Tax", { exact: true }).nth(1).selectOption({ label: "Standard rate" });
  await page.getByLabel("Rate in %").fill("19");
  await dropCode(page);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(updated(page)).toBeVisible();
  await reload(page);
  await expect(page.getByLabel("Description").nth(1)).toHaveValue("Travel");
  await expect(page.getByLabel("Description").first()).toHaveValue("Consulting");
  await expect(page.getByLabel("Quantity").first()).toHaveValue("12");
  await expect(page.getByLabel("Rate in %")).toHaveValue("19");
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Ada Lovelace");
  const paper = page.getByRole("article", { name: "Preview of the invoice" });
  await expect(paper).toContainText("Travel");
});

test("what is typed beside a form that is saved is kept where the answer is another build's", async ({
  page,
}) => {
  await openAsOwner(page, stack, "/dashboard/settings/business");
  await page.getByLabel("Support e-mail").fill("help@example.com");
  await page.evaluate(() => Reflect.set(window, "stayed", true));
  await page.route("**/dashboard/settings/business?*", async (route) => {
    if (route.request().headers().rsc !== "1") return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace(/"b":"[^"]+"/, '"b":"another"');
    await route.fulfill({ response, body });
  });
  // A profile without a change sends nothing.
  await page.getByLabel("Website").fill("https://shop.example/");
  await page.getByRole("button", { name: "Save" }).first().click();
  const stayed = () => page.evaluate(() => Reflect.get(window, "stayed")).catch(() => true);
  await expect.poll(stayed).toBeUndefined();
  await expect(page.getByLabel("Support e-mail")).toHaveValue("help@example.com");
});

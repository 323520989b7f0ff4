import { expect, type Page, test } from "@playwright/test";
import { fundedKey } from "./fund";
import { injectWallet } from "./injected-wallet";
import { pagesOf } from "./pages-of";
import { payPage } from "./pay-page";
import { createSession, getSession, merchantApi, type SessionBody, sharedStack } from "./stack";

const stack = sharedStack();
const { chainId } = stack;
const story = `${"A bag of washed Sidamo from the Bensa washing station. ".repeat(8)}The end.`;

async function pay(page: Page, body: SessionBody = {}) {
  const wallet = await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const session = await createSession(stack, body);
  await page.goto(session.checkoutUrl);
  await payPage(page).choose("Example Wallet");
  await payPage(page).signAndPay();
  const { transactionId } = await getSession(stack, session.id);
  const transaction = await merchantApi(stack).transactions.get({ id: transactionId ?? "" });
  return { session, wallet, transaction };
}

test("the receipt says in full who paid whom, how much, where and when", async ({ page }) => {
  const { session, wallet, transaction } = await pay(page);
  const fact = (name: string) =>
    page.locator("dt", { hasText: new RegExp(`^${name}$`) }).locator("..");
  const expectAll = async () => {
    await expect(fact("Amount")).toContainText("49.00\u00a0USDC");
    await expect(fact("Merchant")).toContainText("Acme Coffee");
    await expect(page.locator("main").locator(":text('Local chain')")).toBeVisible();
    await expect(fact("Receipt number")).toContainText(session.id);
    await expect(fact("Transaction")).toContainText(transaction.txHash);
    await expect(fact("Paid by")).toContainText(wallet.account.address);
    await expect(fact("Paid to")).toContainText(new RegExp(transaction.to, "i"));
    await expect(fact("Mode")).toContainText("no real money moved");
  };
  await expectAll();
  await page.reload();
  await expectAll();
});

test("prints on one sheet, without the bar, the buttons and what is for paying", async ({
  page,
}) => {
  await pay(page, { description: story, successUrl: `${stack.baseUrl}/` });
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("complementary", { name: "Test mode" })).toBeHidden();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByText("The end.")).toBeVisible();
  for (const format of ["A4", "Letter"] as const) {
    expect(pagesOf(await page.pdf({ format }))).toBe(1);
  }
});

test("a receipt needs no JavaScript, and asks for none", async ({ page, browser }) => {
  const { session, transaction } = await pay(page);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 375, height: 740 },
  });
  const plain = await context.newPage();
  await plain.goto(session.checkoutUrl);
  await expect(payPage(plain).heading("Payment complete")).toBeInViewport();
  await expect(plain.getByText(transaction.txHash)).toBeVisible();
  const asksForJavaScript = async (url: string) =>
    /<noscript><p[^>]*>Paying needs JavaScript/.test(await (await page.request.get(url)).text());
  expect(await asksForJavaScript(session.checkoutUrl)).toBe(false);
  expect(await asksForJavaScript((await createSession(stack)).checkoutUrl)).toBe(true);
  await context.close();
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without", () => {
    test.use({ javaScriptEnabled });

    test("a long description opens and closes", async ({ page }) => {
      const session = await createSession(stack, { description: story });
      await page.goto(session.checkoutUrl);
      const text = page.locator("header [dir=auto]", { hasText: "The end." });
      const lines = () => text.boundingBox().then((box) => Math.round((box?.height ?? 0) / 20));
      expect(await lines()).toBeLessThanOrEqual(6);
      await page.getByText("Show all").click();
      expect(await lines()).toBeGreaterThan(7);
      await page.getByText("Show less").click();
      expect(await lines()).toBeLessThanOrEqual(6);
    });

    test("a page that is not there has a way on", async ({ page }) => {
      await page.goto(`${stack.baseUrl}/pay/ps_000000000000000000000000`);
      await page.getByRole("link", { name: "Go to the start page" }).click();
      await page.waitForURL(`${stack.baseUrl}/`);
    });
  });
}

test("names as long as they may be leave the buttons whole at 320 pixels", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const name = "W".repeat(40);
  await injectWallet(page, { chainId, privateKey: fundedKey(stack), name });
  const session = await createSession(stack, { successUrl: `${stack.baseUrl}/` });
  await page.goto(session.checkoutUrl);
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);
  const isOneLine = async (button: string) => {
    const box = await page.getByRole("button", { name: button, exact: true }).boundingBox();
    expect(box?.width).toBeGreaterThan(40);
    expect(box?.height).toBeLessThan(50);
  };
  await payPage(page).choose(name);
  await expect(payPage(page).button("Sign and pay")).toBeEnabled();
  await isOneLine("Change");
  expect(await fits()).toBe(true);
  await payPage(page).signAndPay();
  await isOneLine("Print receipt");
  expect(await fits()).toBe(true);
});

test("a wallet that does not know the chain is not offered", async ({ page }) => {
  await injectWallet(page, { chainId, name: "Phantom", rdns: "app.phantom" });
  await page.goto((await createSession(stack)).checkoutUrl);
  await expect(payPage(page).button("Test wallet")).toBeEnabled();
  await expect(page.getByText("Looking for wallets…")).toHaveCount(0);
  await expect(payPage(page).button("Phantom")).toHaveCount(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 667 } });

  test("the button to pay is in reach as soon as a wallet is chosen", async ({ page }) => {
    await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
    const session = await createSession(stack, { description: story });
    const driver = payPage(page);
    await page.goto(session.checkoutUrl);
    await expect(page.getByText("24 hours left")).toBeVisible();
    await driver.choose("Example Wallet");
    await expect(driver.button("Sign and pay")).toBeEnabled();
    await expect(driver.button("Sign and pay")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport({ ratio: 1 });
    await expect(driver.heading("Review and sign")).toBeInViewport({ ratio: 1 });
    await expect(page.getByText("24 hours left")).toBeHidden();
    await page.getByRole("button", { name: "Show details" }).click();
    await expect(page.getByText("24 hours left")).toBeVisible();
    await page.getByRole("button", { name: "Hide details" }).click();
    await driver.signAndPay();
    await expect(driver.heading("Payment complete")).toBeInViewport({ ratio: 1 });
  });
});

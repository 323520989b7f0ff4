import { expect, test } from "@playwright/test";
import { payPage } from "./pay-page";
import { createSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const close = (id: string, how: "expire" | "cancel") =>
  merchantApi(stack).paymentSessions[how]({ id });

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "as plain HTML", () => {
    test.use({ javaScriptEnabled });

    test("an expired link says until when it was payable, and leads back", async ({ page }) => {
      const session = await createSession(stack, { cancelUrl: "https://shop.example/cart" });
      await close(session.id, "expire");
      const response = await page.goto(session.checkoutUrl);
      expect(response?.status()).toBe(200);
      await expect(payPage(page).heading("This payment link expired")).toBeVisible();
      await expect(page.getByText("Nothing was charged")).toBeVisible();
      const back = page.getByRole("link", { name: "Return to Acme Coffee" });
      await expect(back).toHaveAttribute("href", "https://shop.example/cart");
      await expect(page.getByRole("button", { name: /wallet/i })).toHaveCount(0);
    });

    test("a cancelled payment says so", async ({ page }) => {
      const session = await createSession(stack);
      await close(session.id, "cancel");
      await page.goto(session.checkoutUrl);
      await expect(payPage(page).heading("This payment was cancelled")).toBeVisible();
      await expect(page.getByRole("button", { name: /wallet/i })).toHaveCount(0);
    });

    test("an unknown link is a neutral 404", async ({ page }) => {
      const response = await page.goto(`${stack.baseUrl}/pay/ps_000000000000000000000000`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
    });

    test("an open one shows merchant, amount, network and deadline", async ({ page }) => {
      const session = await createSession(stack, { amount: "1234567891" });
      await page.goto(session.checkoutUrl);
      await expect(page.getByRole("heading", { level: 1 })).toContainText("1,234.567891\u00a0USDC");
      await expect(page.getByText("Acme Coffee", { exact: true }).first()).toBeVisible();
      await expect(page.getByText("Local chain", { exact: true })).toBeVisible();
      await expect(page.getByText("24 hours left")).toBeVisible();
    });
  });
}

test("a browser that names a zone that Intl refuses, and keeps nothing, shows times and is paid with", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const resolved = Intl.DateTimeFormat.prototype.resolvedOptions;
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolved.call(this), timeZone: "Etc/Unknown" };
    };
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("blocked", "SecurityError");
        },
      });
    }
  });
  const ended = await createSession(stack);
  await close(ended.id, "expire");
  await page.goto(ended.checkoutUrl);
  await expect(payPage(page).heading("This payment link expired")).toBeVisible();
  await expect(page.getByText(/UTC/).first()).toBeVisible();
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl);
  await page.getByRole("button", { name: "Test wallet" }).click();
  await page.getByRole("button", { name: "Sign and pay" }).click();
  await expect(page.getByRole("heading", { name: "Payment complete", exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByText(/UTC/).first()).toBeVisible();
});

test("a page that is open when its session ends changes by itself", async ({ page }) => {
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl);
  await expect(payPage(page).heading("Pay with your wallet")).toBeVisible();
  await close(session.id, "cancel");
  await expect(payPage(page).heading("This payment was cancelled")).toBeFocused();
});

test("nothing else of the site is confused with a payment", async ({ page }) => {
  const response = await page.goto(`${stack.baseUrl}/nowhere`);
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Nothing here" })).toBeVisible();
  await page.goto(stack.baseUrl);
  for (const path of ["/docs/guides", "/docs", "/pricing", "/status", "/contact"]) {
    await expect(page.locator(`a[href="${path}"]`).first()).toBeVisible();
    expect((await page.request.get(`${stack.baseUrl}${path}`)).status()).toBe(200);
  }
  for (const path of ["/openapi.json", "/health", "/ready", "/llms.txt"]) {
    expect((await page.request.get(`${stack.baseUrl}${path}`)).status()).toBe(200);
  }
});

import { gzipSync } from "node:zlib";
import { expect, type Page, test } from "@playwright/test";
import { openAsAdmin } from "./admin-sign-in";
import { payPage } from "./pay-page";
import { createSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();

/** Holds the page's code back, as a slow line does. @returns lets it through */
async function holdScripts(page: Page): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/**/*.js", async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

const enabledButtons = (page: Page) => page.locator("button:enabled");

test("until its code has come the page offers no button that would lose a click, and says so", async ({
  page,
}) => {
  const release = await holdScripts(page);
  const session = await createSession(stack, { cancelUrl: "https://shop.example/cart" });
  await page.goto(session.checkoutUrl, { waitUntil: "commit" });
  await expect(payPage(page).heading("Pay with your wallet")).toBeVisible();
  await expect(page.getByText("Looking for wallets…")).toBeVisible();
  await expect(enabledButtons(page)).toHaveCount(0);
  // What needs no code works at once.
  await page.getByText("I have a wallet on another device").click();
  await expect(page.getByRole("img", { name: "QR code" })).toBeVisible();
  release();
  await payPage(page).choose("Test wallet");
  await expect(payPage(page).heading("Review and sign")).toBeVisible();
});

test("buttons of a page that is over are busy until they work", async ({ page }) => {
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl);
  await payPage(page).choose("Test wallet");
  await payPage(page).signAndPay();
  const release = await holdScripts(page);
  await page.goto(session.checkoutUrl, { waitUntil: "commit" });
  const print = payPage(page).button("Print receipt");
  await expect(print).toHaveAttribute("aria-busy", "true");
  await expect(enabledButtons(page)).toHaveCount(0);
  release();
  await expect(print).toBeEnabled();
  await expect(print).not.toHaveAttribute("aria-busy");
});

test("what is typed before the page's code comes is kept, and sent", async ({ page }) => {
  const { url } = await merchantApi(stack).paymentLinks.create({
    name: "Early",
    minAmount: "1000000",
    maxAmount: "5000000",
    currency: "USDC",
    maxQuantity: 1,
  });
  const release = await holdScripts(page);
  await page.goto(url, { waitUntil: "commit" });
  await page.getByLabel("Amount (USDC)").fill("2.5");
  release();
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("2.50\u00a0USDC");
});

test("each field of a form keeps what is typed before the page's code comes", async ({ page }) => {
  await openAsAdmin(page, stack, "/admin");
  const release = await holdScripts(page);
  await page.goto(`${stack.baseUrl}/admin/broadcasts/new`, { waitUntil: "commit" });
  await page.getByLabel("Audience").selectOption("One merchant");
  await page.getByLabel("Title").fill("Maintenance on Sunday");
  await page.getByLabel("Text", { exact: true }).fill("From 06:00 UTC.");
  release();
  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview.getByText("Maintenance on Sunday").first()).toBeVisible();
  await expect(preview.getByText("From 06:00 UTC.").first()).toBeVisible();
  await expect(page.getByLabel("Text", { exact: true })).toHaveValue("From 06:00 UTC.");
  await expect(page.getByLabel("Merchant", { exact: true })).toBeVisible();
});

test("the first load keeps within its budget, and has one font of the page's own", async ({
  page,
}) => {
  const loaded = new Map<string, number>();
  page.on("response", async (response) => {
    const type = response.request().resourceType();
    if (!["document", "script", "stylesheet", "font"].includes(type)) return;
    const body = await response.body();
    const path = new URL(response.url()).pathname;
    loaded.set(path, type === "font" ? body.byteLength : gzipSync(body).byteLength);
  });
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl, { waitUntil: "networkidle" });
  const fonts = [...loaded.keys()].filter((path) => path.endsWith(".woff2"));
  expect(fonts).toHaveLength(1);
  expect(loaded.get(fonts[0] ?? "")).toBeLessThanOrEqual(30_000);
  expect([...loaded.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThanOrEqual(200_000);
  const html = await (await page.request.get(session.checkoutUrl)).text();
  expect(html).not.toMatch(/<link[^>]+rel="preload"[^>]+as="font"/);
  // It draws what it should: a letter that it lacks would be the fallback's.
  const isDrawn = await page.evaluate(() =>
    document.fonts.check("16px geist", "Pay 49.00 USDC – “Łódź” €"),
  );
  expect(isDrawn).toBe(true);
  await merchantApi(stack).paymentSessions.cancel({ id: session.id });
});

import { type Browser, expect, type Page, test } from "@playwright/test";
import { isInOrder } from "./in-looks";
import { payPage } from "./pay-page";
import { signAndSubscribe, subscribed } from "./plans";
import { merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const { baseUrl } = stack;
const api = merchantApi(stack);

/** The shop, published under another name each time. Each test adds its own products. */
async function publishShop() {
  const slug = `aurora-${Date.now()}`;
  await api.storefront.save({
    slug,
    name: "Aurora Coffee",
    description: "Coffee from the hills, roasted on Mondays.",
    logoUrl: null,
    coverImageUrl: null,
    accentColor: "#ffd400",
    socialLinks: ["https://www.social.example/aurora"],
  });
  await api.storefront.publish();
  return { slug, shopUrl: `${baseUrl}/s/${slug}?mode=test` };
}

const addProduct = (name: string, more: object = {}) =>
  api.products.create({
    name,
    description: "Washed, from Sidamo.",
    price: "2500000",
    currency: "USDC",
    type: "one_time",
    interval: null,
    intervalCount: null,
    stock: null,
    isActive: true,
    ...more,
  });

async function inNewBrowser(browser: Browser, url: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(url);
  return page;
}

test("a link from nothing to paid twice", { tag: "@flow" }, async ({ page, browser }) => {
  const link = await api.paymentLinks.create({
    name: "Consulting",
    amount: "1500000",
    currency: "USDC",
    maxQuantity: 3,
    email: "required",
    fields: [{ key: "topic", label: "What is it about?", required: true }],
  });
  await page.goto(link.url);
  await expect(page).toHaveTitle("Consulting from Acme Coffee");
  const image = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect(image).toBe(`${link.url}/preview.jpg`);
  expect((await page.request.get(image ?? "")).headers()["content-type"]).toBe("image/jpeg");
  expect((await page.request.get(`${baseUrl}/b/1/preview.jpg`)).status()).toBe(404);
  await isInOrder(page);
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await page.getByLabel("Quantity").fill("2");
  await expect(page.getByText("Total: 3.00\u00a0USDC")).toBeVisible();
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("What is it about?").fill("Taxes");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  const pay = payPage(page);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("3.00\u00a0USDC");
  await pay.choose("Test wallet");
  // What was said before is not asked for again.
  await expect(page.getByLabel("E-mail for your receipt")).toHaveValue("ada@example.com");
  await pay.signAndPay();

  const other = await inNewBrowser(browser, link.url);
  await other.getByLabel("E-mail").fill("grace@example.com");
  await other.getByLabel("What is it about?").fill("Books");
  await other.getByRole("button", { name: "Continue to payment" }).click();
  await payPage(other).choose("Test wallet");
  await payPage(other).signAndPay();
  await expect.poll(async () => (await api.paymentLinks.get({ id: link.id })).timesPaid).toBe(2);

  await api.paymentLinks.update({ id: link.id, active: false });
  await page.goto(link.url);
  await expect(page.getByRole("heading", { name: "This link is switched off" })).toBeVisible();
  await isInOrder(page);
});

test("of two buyers of the last piece one pays, and the other reads that it is sold out", async ({
  page,
  browser,
}) => {
  const { id } = await addProduct("Last bag", { stock: 1 });
  const { shopUrl } = await publishShop();
  await page.goto(shopUrl);
  await expect(page.getByRole("heading", { level: 1, name: "Aurora Coffee" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Last bag" })).toContainText("1 left");
  await isInOrder(page);
  await page.getByRole("link", { name: "Last bag" }).click();
  await expect(page).toHaveTitle("Last bag · Aurora Coffee");
  await isInOrder(page);
  const other = await inNewBrowser(browser, page.url());

  await page.getByRole("button", { name: "Buy Last bag" }).click();
  await page.waitForURL(/\/pay\//);
  await other.getByRole("button", { name: "Buy Last bag" }).click();
  await expect(other.getByText("Sold out. The last one was just taken.")).toBeVisible();
  await other.reload();
  await expect(other.getByText("Sold out", { exact: true })).toBeVisible();
  await expect(other.getByRole("button", { name: /Buy/ })).toHaveCount(0);

  await payPage(page).choose("Test wallet");
  await payPage(page).signAndPay();
  await page.getByRole("link", { name: "Return to Acme Coffee" }).click();
  await expect(page.getByRole("heading", { name: "Thank you for your order" })).toBeVisible();
  await expect(page.getByText("Acme Coffee has your payment for Last bag.")).toBeVisible();
  await isInOrder(page);
  await expect.poll(async () => (await api.products.get({ id })).stock).toBe(0);
  const { data } = await api.orders.list({ productId: id });
  expect(data).toMatchObject([{ name: "Last bag", status: "confirmed", stock: "sold" }]);
});

test("a product by subscription is subscribed to, and leads back to the shop", async ({ page }) => {
  const product = await addProduct("Monthly bag", {
    type: "subscription",
    interval: "monthly",
    intervalCount: 1,
  });
  const { slug, shopUrl } = await publishShop();
  await page.goto(`${baseUrl}/s/${slug}/p/${product.id}?mode=test`);
  await expect(page.getByText("every month (30 days)")).toBeVisible();
  await page.getByRole("button", { name: "Subscribe to Monthly bag" }).click();
  await page.waitForURL(/\/subscribe\//);
  await payPage(page).choose("Test wallet");
  await signAndSubscribe(page);
  await subscribed(page);
  await page.getByRole("link", { name: "Return to Acme Coffee" }).click();
  await page.waitForURL(shopUrl);
});

test("a payer chooses an amount between the bounds of a link", async ({ page }) => {
  const link = await api.paymentLinks.create({
    name: "Tip",
    minAmount: "1000000",
    maxAmount: "5000000",
    currency: "EURC",
    email: "optional",
  });
  await page.goto(link.url);
  await page.getByLabel("Amount (EURC)").fill("9");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByText(/Enter an amount from 1\.00\sEURC to 5\.00\sEURC\./)).toBeVisible();
  await isInOrder(page);
  await page.getByLabel("Amount (EURC)").fill("2.5");
  await page.getByRole("button", { name: "Continue to payment" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("2.50\u00a0EURC");
});

test("what is described to search engines and previews is what the page shows, also as plain HTML", async ({
  browser,
}) => {
  const name = "</script><script>window.hacked=1</script>";
  const { id } = await addProduct(name, { description: '"><meta name=x>' });
  const { slug } = await publishShop();
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  const response = await page.goto(`${baseUrl}/s/${slug}/p/${id}?mode=test`);
  expect(response?.status()).toBe(200);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(name);
  const content = (property: string) =>
    page.locator(`meta[property="${property}"]`).getAttribute("content");
  expect(await content("og:title")).toBe(`${name} · Aurora Coffee`);
  expect(await content("og:description")).toBe('"><meta name=x>');
  // The picture for link previews is drawn for anybody, and kept for a while.
  const image = (await content("og:image")) ?? "";
  expect(image).toBe(`${baseUrl}/s/${slug}/p/${id}/preview.jpg?mode=test`);
  const drawn = await page.request.get(image);
  expect(drawn.headers()).toMatchObject({
    "content-type": "image/jpeg",
    "cache-control": "public, max-age=300",
  });
  const headers = { "if-none-match": drawn.headers().etag ?? "" };
  expect((await page.request.get(image, { headers })).status()).toBe(304);
  const shopImage = `${baseUrl}/s/${slug}/preview.jpg`;
  expect((await page.request.get(`${shopImage}?mode=test`)).status()).toBe(200);
  expect((await page.request.get(shopImage)).status()).toBe(404);
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? "",
  );
  expect(data).toMatchObject({
    "@type": "Product",
    name,
    offers: { price: "2.50", priceCurrency: "USDC", availability: "https://schema.org/InStock" },
  });
  // Shops of test mode are in no search engine, nor in the sitemap.
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
  expect(await (await page.request.get(`${baseUrl}/sitemap.xml`)).text()).not.toContain(slug);
  await api.products.archive({ id });
  expect((await page.goto(`${baseUrl}/s/${slug}/p/${id}?mode=test`))?.status()).toBe(404);
});

test("a shop that is no draft any more is found, renamed it is not, and closed it says so", async ({
  page,
}) => {
  const foreign: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(baseUrl).origin) foreign.push(request.url());
  });
  await addProduct("Any bag");
  const { slug, shopUrl } = await publishShop();
  await page.goto(shopUrl);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Aurora Coffee");
  expect(foreign).toEqual([]);
  for (const path of [
    `/s/${slug}`,
    "/s/no-such-shop?mode=test",
    "/s/AURORA?mode=test",
    "/b/link_1",
  ]) {
    expect((await page.goto(`${baseUrl}${path}`))?.status(), path).toBe(404);
  }
  await api.storefront.unpublish();
  expect((await page.goto(shopUrl))?.status()).toBe(404);
  await api.storefront.publish();
  await api.storefront.archive();
  await page.goto(shopUrl);
  await expect(page.getByRole("heading", { name: "This shop is closed" })).toBeVisible();
  await isInOrder(page);
});

import { randomUUID } from "node:crypto";
import { request as httpRequest } from "node:http";
import { expect, test } from "@playwright/test";
import { createSession, sharedStack } from "./stack";
import { startStack } from "./start-stack";

const stack = sharedStack();

/** Asks as another name or proxy would; `fetch` does not let a host be set. */
function ask(url: string, headers: Record<string, string>) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asking = httpRequest(url, { headers }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() });
    });
    asking.on("error", reject).end();
  });
}

test("a payment is created, paid, and its webhooks arrive, all without a terminal", async ({
  page,
}) => {
  test.slow();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(Reflect.get(entry, "value"));
    }).observe({ type: "layout-shift", buffered: true });
  });
  const shifted = async () => {
    const shifts = await page.evaluate<number[]>("shifts.splice(0)");
    return shifts.reduce((total, value) => total + value, 0);
  };
  await page.goto(stack.baseUrl);
  const description = `Ground ${randomUUID()}`;
  await page.getByLabel("Amount").fill("12.5");
  await page.getByLabel("Description").fill(description);
  expect(await shifted()).toBeLessThan(0.02);
  await page.getByRole("button", { name: "Create payment" }).click();
  const payment = page.getByRole("article", { name: description });
  await expect(payment).toContainText("12.50\u00a0USDC");
  await shifted();
  const webhooks = payment.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
  await expect(webhooks.first()).toContainText(/payment\.created.*Signature verified/);
  await expect(webhooks).toHaveCount(2);
  await expect(webhooks.last()).toContainText("once it is paid and final");
  await expect(page.getByText("payment.created arrived for 12.50")).toBeAttached();

  const opening = page.waitForEvent("popup");
  await payment.getByRole("link", { name: "Open pay page" }).click();
  const payPage = await opening;
  await payPage.getByRole("button", { name: "Test wallet" }).click();
  await payPage.getByRole("button", { name: "Sign and pay" }).click();
  await expect(payPage.getByRole("heading", { name: "Payment complete", exact: true })).toBeVisible(
    {
      timeout: 60_000,
    },
  );
  await payPage.close();
  await expect(webhooks.last()).toContainText(/payment\.completed.*Signature verified/);
  await expect(webhooks).toHaveCount(3);
  await expect(webhooks.nth(1)).toContainText(/payment\.seen.*Signature verified/);
  await expect(payment.getByRole("link", { name: "Open receipt" })).toBeVisible();
  await expect(page.getByText("payment.completed arrived for 12.50")).toBeAttached();
  expect(await shifted()).toBeLessThan(0.02);
  await webhooks.last().locator("summary").click();
  await expect(webhooks.last()).toContainText('"status": "confirmed"');
});

test("a payment that was created elsewhere appears too", async ({ page }) => {
  await page.goto(stack.baseUrl);
  await createSession(stack, { description: "From a terminal" });
  const payment = page.getByRole("article", { name: "From a terminal" });
  await expect(payment).toContainText(/payment\.created.*Signature verified/);
});

test("what is no amount is said beside the field, and what the API refuses in its words", async ({
  page,
}) => {
  await page.goto(stack.baseUrl);
  const amount = page.getByLabel("Amount");
  await amount.fill("49,00");
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(amount).toBeFocused();
  await expect(amount).toHaveAccessibleDescription(
    "Enter an amount like 49.00, with up to 6 decimals after a point.",
  );
  await page.route("**/v1/payment-sessions", (route) =>
    route.fulfill({
      status: 429,
      json: {
        error: {
          code: "rate_limited",
          message: "Too many requests.",
          details: { reason: "too_many_requests" },
          requestId: "req_1",
        },
      },
    }),
  );
  await amount.fill("49");
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Too many requests." })).toContainText(
    "req_1",
  );
});

test("an amount with a decimal comma is understood, and one that says two things is asked about", async ({
  browser,
}) => {
  const page = await browser.newPage({ locale: "de-DE" });
  await page.goto(stack.baseUrl);
  const amount = page.getByLabel("Amount");
  await amount.fill("0,125");
  await expect(amount).toHaveAccessibleDescription("0.125\u00a0USDC");
  await amount.fill("1,500");
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(amount).toBeFocused();
  await expect(page.getByRole("group", { name: "Which amount do you mean?" })).toContainText(
    "1,500.00",
  );
  const description = `Comma ${randomUUID()}`;
  await page.getByLabel("Description").fill(description);
  await page.getByRole("button", { name: "1.50\u00a0USDC", exact: true }).click();
  await expect(amount).toHaveValue("1.50");
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByRole("article", { name: description })).toContainText("1.50\u00a0USDC");
  await page.close();
});

test("the snippets are filled in, and what curl sends creates the payment of the form", async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(stack.baseUrl);
  await page.getByLabel("Description").fill("It's $5 & “more”");
  const curl = page.getByRole("region", { name: "curl" });
  await curl.getByRole("button", { name: "Copy curl" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`${stack.baseUrl}/v1/payment-sessions`);
  expect(copied).toContain(stack.apiKeys.secret);
  expect(copied).toContain("It'\\''s $5 & “more”");
  await expect(page.getByRole("region", { name: "Node" })).toContainText(stack.apiKeys.secret);
});

test("without JavaScript the page says what to run instead", async () => {
  const { text } = await ask(stack.baseUrl, {});
  const [, words = ""] = /<noscript>(.*?)<\/noscript>/.exec(text) ?? [];
  expect(words).toContain("This form needs JavaScript");
  expect(words).toContain("npm run pay");
  expect(text).toMatch(/<pre[^>]*>KEY=sk_test_/);
});

test.describe("at 320 pixels", () => {
  test.use({ viewport: { width: 320, height: 640 } });

  test("nothing leaves the screen", async ({ page }) => {
    await page.goto(stack.baseUrl);
    await createSession(stack, { description: "averylongwordthatnobodywouldwrite".repeat(4) });
    await expect(page.getByRole("article").first()).toContainText("averylongword");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  });
});

test("a foreign name and a proxy get the plain page, without a key", async () => {
  const foreign: Record<string, string>[] = [
    { host: "demo.example.com" },
    { "x-forwarded-for": "203.0.113.7" },
    { forwarded: "for=203.0.113.7" },
  ];
  for (const headers of foreign) {
    for (const path of ["/", "/docs"]) {
      const { status, text } = await ask(`${stack.baseUrl}${path}`, headers);
      expect(status).toBe(200);
      expect(text).not.toMatch(/sk_test_|sk_live_/);
      expect(text).toContain("Stipend");
    }
    expect((await ask(`${stack.baseUrl}/api/demo/webhooks`, headers)).status).toBe(404);
  }
  const { text } = await ask(stack.baseUrl, {});
  expect(text).toContain(stack.apiKeys.secret);
  expect(text).not.toMatch(/sk_live_/);
});

test("an installation that is no demo has a plain page, and no received webhooks", async ({
  page,
}) => {
  test.slow();
  const installation = await startStack({ inbox: false, appEnv: { DEMO_API_KEY: "" } });
  try {
    const { baseUrl, apiKeys } = installation.demo.info;
    await page.goto(baseUrl);
    expect(await page.content()).not.toMatch(/sk_test_|sk_live_/);
    await expect(page.getByRole("link", { name: "API reference" })).toHaveAttribute(
      "href",
      "/docs",
    );
    await expect(
      page.getByText("Now: live payments settle here, test payments too."),
    ).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    expect((await ask(`${baseUrl}/api/demo/webhooks`, {})).status).toBe(404);
    const docs = await ask(`${baseUrl}/docs`, {});
    expect(docs.text).not.toContain(apiKeys.secret);
  } finally {
    await installation.stop();
  }
});

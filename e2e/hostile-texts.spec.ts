import { expect, type Page, test } from "@playwright/test";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { hostileTexts } from "@/testing/hostile-text";
import { openAsOwner } from "./open-as-owner";
import { watchProblems } from "./own-account";
import { createPlan } from "./plans";
import { createSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const api = merchantApi(stack);
/** All but the one with a character that no text of the API may have. */
const texts = hostileTexts.filter((text) => !text.includes("\0"));
/** As a page shows it: spaces in a row are one. */
const seen = (text: string) => text.replaceAll(/\s+/g, " ").trim();

interface Seeded {
  /** Below the dashboard. */
  readonly path: string;
  /** What the page shows as it was written. */
  readonly shows: readonly string[];
}

/** An object of each kind whose texts are what strangers may write. @returns their pages */
async function seed(text: string): Promise<Seeded[]> {
  const metadata = { note: text };
  const customer = await api.customers.upsert({
    walletAddress: privateKeyToAddress(generatePrivateKey()),
    name: text,
    metadata,
  });
  const session = await createSession(stack, { description: text, metadata });
  const plan = await createPlan(stack, { name: text, description: text });
  const invoice = await api.invoices.create({
    currency: "USDC",
    customerName: text,
    note: text,
    lineItems: [{ description: text, quantity: 1, unitAmount: "1000000" }],
  });
  const endpoint = await api.webhookEndpoints.create({
    url: "http://127.0.0.1:9/hook",
    events: ["payment.completed"],
    mode: "test",
    description: text,
  });
  // So many may be enabled at once.
  await api.webhookEndpoints.disable({ id: endpoint.id });
  return [
    { path: `customers/${customer.id}`, shows: [text] },
    { path: `payments/${session.id}`, shows: [text] },
    { path: `plans/${plan.id}`, shows: [text] },
    { path: `invoices/${invoice.id}`, shows: [text] },
    { path: `developers/webhooks/${endpoint.id}`, shows: [text] },
  ];
}

/** Nothing that somebody wrote is executed, or asks for what the policy on content refuses. */
function watchTexts(page: Page): string[] {
  const problems = watchProblems(page);
  page.on("dialog", (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url().includes("evil.example")) problems.push(request.url());
  });
  return problems;
}

/** What the page's texts are, those of fields too. */
const wordsOf = (page: Page) =>
  page.evaluate(() => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")];
    return [document.body.textContent, ...fields.map(({ value }) => value)].join("\n");
  });

async function isHarmless(page: Page, path: string, shows: readonly string[]): Promise<void> {
  await page.goto(`${stack.baseUrl}/dashboard/${path}${path.includes("?") ? "&" : "?"}mode=test`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // Invoices have payments too, which are more than a page of them.
  const more = page.getByRole("button", { name: "Load more" });
  if (await more.isVisible()) await more.click();
  const missing = async () => {
    const words = seen(await wordsOf(page));
    return shows.filter((text) => !words.includes(seen(text)));
  };
  await expect.poll(missing, { message: path }).toEqual([]);
  expect(await page.evaluate(() => Reflect.get(window, "hacked")), path).toBeUndefined();
}

test("what strangers write is shown as it was written on every page of the dashboard, and does nothing", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const problems = watchTexts(page);
  const seeded: Seeded[] = [];
  for (const text of texts) seeded.push(...(await seed(text)));
  await openAsOwner(page, stack, "/dashboard/payments");
  // Wide enough for every column.
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const { path, shows } of seeded) await isHarmless(page, path, shows);
  for (const list of ["payments", "customers", "plans", "invoices", "developers/webhooks"]) {
    await isHarmless(page, list, texts);
  }
  for (const path of ["developers/events", "developers/logs", "transactions"]) {
    await isHarmless(page, path, []);
  }
  expect(problems).toEqual([]);
});

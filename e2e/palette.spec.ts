import { expect, type Page, test } from "@playwright/test";
import { isInOrder } from "./in-looks";
import { makeOneOfEach } from "./one-of-each";
import { givePassword } from "./sign-in";
import { createSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();

/** Signs in as the demo's merchant and opens the dashboard. */
async function open(page: Page): Promise<void> {
  if (!stack.signIn) throw new Error("the demo's merchant has an owner");
  await page.goto(`${stack.baseUrl}/login?returnTo=${encodeURIComponent("/dashboard?mode=test")}`);
  await givePassword(page, stack.signIn);
  await expect(page.getByRole("heading", { name: "Home" })).toBeVisible();
  // The page takes keys once its scripts run.
  await expect(page.getByRole("button", { name: /^Search/ })).toBeEnabled();
}

const palette = (page: Page) => page.getByRole("dialog", { name: "Search" });
const field = (page: Page) => palette(page).getByRole("combobox");
const option = (page: Page, name: string | RegExp) =>
  palette(page).getByRole("option", { name }).first();

test("the palette finds what people have of an object, and opens its page by keys alone", async ({
  page,
}) => {
  const api = merchantApi(stack);
  const session = await createSession(stack, { amount: "1234560000", description: "Roaster" });
  const walletAddress = `0x${"ce".repeat(20)}`;
  const name = "Grace Hopper";
  const email = "grace@navy.example";
  await api.customers.upsert({ walletAddress, name, email });
  await open(page);
  await page.keyboard.press("ControlOrMeta+k");
  await expect(field(page)).toBeFocused();
  await isInOrder(page);
  for (const [text, found] of [
    [session.id, /^Roaster/],
    ["1234.56", /^Roaster.*1,234\.56.USDC/],
    [email, /^Grace Hopper/],
    ["grace h", /^Grace Hopper/],
    [walletAddress, /^Grace Hopper/],
    ["sk_test_", /^Demo/],
  ] as const) {
    await field(page).fill(text);
    await expect(option(page, found), text).toBeVisible();
  }
  await field(page).fill(session.id);
  await expect(option(page, /^Roaster/)).toHaveAttribute("aria-selected", "true");
  await isInOrder(page);
  await page.keyboard.press("Enter");
  await page.waitForURL(new RegExp(`/dashboard/payments/${session.id}\\?mode=test$`));
  await expect(palette(page)).toBeHidden();
});

test("the palette goes to pages, says when nothing is found, and gives the focus back", async ({
  page,
}) => {
  await open(page);
  const opener = page.getByRole("button", { name: /^Search/ });
  await opener.click();
  await field(page).fill("zebra crossing");
  await expect(palette(page).getByRole("status")).toContainText("No results");
  await expect(palette(page).getByRole("option")).toHaveCount(0);
  await isInOrder(page);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await page.keyboard.press("ControlOrMeta+k");
  await field(page).fill("request lo");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/dashboard\/developers\/logs\?mode=test$/);
});

test("Enter opens nothing that was found for an earlier text", async ({ page }) => {
  const name = "Mary Somerville";
  await merchantApi(stack).customers.upsert({ walletAddress: `0x${"cd".repeat(20)}`, name });
  await open(page);
  await page.keyboard.press("ControlOrMeta+k");
  await field(page).fill("mary som");
  await expect(option(page, /^Mary Somerville/)).toBeVisible();
  await page.route("**/v1/search?*", () => undefined);
  await field(page).fill("zebra crossing");
  await page.keyboard.press("Enter");
  await expect(option(page, /^Mary Somerville/)).toBeVisible();
});

test("the palette finds an object of each kind by its id and by what people know of it, and opens its page", async ({
  page,
}) => {
  const made = await makeOneOfEach(page, stack, "Found by all");
  const { session, transaction, refund, customer, invoice, endpoint, plan, subscription } = made;
  const api = merchantApi(stack);
  const [event] = (await api.events.list({ resourceId: session.id })).data;
  await api.webhookEndpoints.test({ id: endpoint.id });
  const [delivery] = (await api.webhookDeliveries.list({ endpointId: endpoint.id })).data;
  await open(page);
  const kinds: readonly [text: string, group: string, path: string][] = [
    [session.id, "Payments", `payments/${session.id}`],
    [transaction.id, "Transactions", `transactions/${transaction.id}`],
    [transaction.txHash, "Transactions", `transactions/${transaction.id}`],
    [refund.id, "Refunds", `refunds/${refund.id}`],
    [customer.id, "Customers", `customers/${customer.id}`],
    [customer.walletAddress, "Customers", `customers/${customer.id}`],
    [invoice.id, "Invoices", `invoices/${invoice.id}`],
    [invoice.number, "Invoices", `invoices/${invoice.id}`],
    [plan.id, "Plans", `plans/${plan.id}`],
    [plan.name, "Plans", `plans/${plan.id}`],
    [subscription.id, "Subscriptions", `subscriptions/${subscription.id}`],
    [endpoint.id, "Webhook endpoints", `developers/webhooks/${endpoint.id}`],
    [delivery?.id ?? "", "Webhook deliveries", `developers/webhooks/deliveries/${delivery?.id}`],
    [event?.id ?? "", "Events", "developers/events"],
    ["49.000001", "Payments", `payments/${session.id}`],
  ];
  for (const [text, group, path] of kinds) {
    await page.keyboard.press("ControlOrMeta+k");
    await field(page).fill(text);
    const found = palette(page).getByRole("group", { name: group }).getByRole("option").first();
    await expect(found, text).toBeVisible();
    await found.click();
    await page.waitForURL((url) => url.pathname.startsWith(`/dashboard/${path}`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(palette(page)).toBeHidden();
  }
  await api.webhookEndpoints.disable({ id: endpoint.id });
});

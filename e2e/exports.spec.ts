import { readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { currencyDecimals, toDecimal } from "@/lib/core/amounts/money";
import { readCsv } from "@/testing/api/read-csv";
import { makeOneOfEach } from "./one-of-each";
import { doAged, watchProblems } from "./own-account";
import { openAsOwner } from "./sign-in";
import { merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const api = merchantApi(stack);

/** Opens a list with filters. */
const at = (path: string, query = "") => `${stack.baseUrl}/dashboard/${path}?mode=test${query}`;

type Line = Readonly<Record<string, string>>;

/** Stores the list that is open by its button. @returns the lines of the file by their columns' names */
async function exportLines(page: Page): Promise<Line[]> {
  const downloading = page.waitForEvent("download");
  const { email = "" } = stack.signIn ?? {};
  const act = () => page.getByRole("button", { name: "Export CSV" }).click();
  await doAged(page, stack, { email, open: () => page.reload(), act });
  const download = await downloading;
  await expect(page.getByRole("button", { name: "Export CSV" })).toBeFocused();
  expect(download.suggestedFilename()).toMatch(/^[a-z-]+-test-\d{4}-\d{2}-\d{2}\.csv$/);
  const text = readFileSync(await download.path(), "utf8");
  expect(text).toMatch(/^\uFEFF/);
  return readCsv(text.slice(1)).rows;
}

/** What the page shows of each object, in the order of its rows, whose links lead to them. */
async function shownRows(page: Page): Promise<{ id: string; text: string }[]> {
  const more = page.getByRole("button", { name: "Load more" });
  const links = page.getByRole("table").getByRole("link");
  while (await more.isVisible()) {
    const before = await links.count();
    await more.click();
    await expect.poll(() => links.count()).toBeGreaterThan(before);
  }
  return links.evaluateAll((found) =>
    found.map((link) => ({
      id: new URL((link as HTMLAnchorElement).href).pathname.split("/").at(-1) ?? "",
      text: link.closest("tr")?.textContent ?? "",
    })),
  );
}

/** The same objects in the same order, and each amount the same to the unit: in the page, in units and in decimals. */
async function isAsShown(page: Page, lines: readonly Line[], amount: string | null) {
  const rows = await shownRows(page);
  expect(lines.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  if (amount === null) return;
  for (const [at, { text }] of rows.entries()) {
    const line = lines[at] ?? {};
    const { [amount]: units = "", [`${amount}Decimal`]: decimal, currency = "" } = line;
    expect(decimal).toBe(toDecimal(BigInt(units)));
    const shown = formatAmount({ amount: units, currency, decimals: currencyDecimals }, "en");
    expect(text).toContain(shown);
  }
}

/** A payment link for a product, and an order by it. */
async function orderByLink() {
  const sold = { type: "one_time", interval: null, intervalCount: null } as const;
  const product = await api.products.create({
    ...sold,
    name: "Tea",
    description: null,
    price: "12500000",
    currency: "USDC",
    stock: null,
    isActive: true,
  });
  const { id } = await api.paymentLinks.create({ name: "Tea by link", productId: product.id });
  const headers = { "content-type": "application/json" };
  const address = `${stack.baseUrl}/v1/checkout/links/${id}/checkout`;
  expect((await fetch(address, { method: "POST", headers, body: "{}" })).status).toBe(201);
}

test("every list is stored by its button as it is shown, whole and with its filters, also long after signing in", async ({
  page,
}) => {
  test.setTimeout(360_000);
  const problems = watchProblems(page);
  const description = 'One "quoted", and a comma';
  await makeOneOfEach(page, stack, description);
  await orderByLink();
  await openAsOwner(page, stack, "/dashboard/payments");
  const lists: readonly [string, string | null][] = [
    ["payments", "amount"],
    ["transactions", "amount"],
    ["refunds", "amount"],
    ["customers", null],
    ["subscriptions", "amount"],
    ["plans", "amount"],
    ["invoices", "total"],
    ["links", null],
    ["storefront/orders", null],
    ["developers/webhooks", null],
  ];
  for (const [path, amount] of lists) {
    await page.goto(at(path));
    const lines = await exportLines(page);
    expect(lines.length, path).toBeGreaterThan(0);
    await isAsShown(page, lines, amount);
  }
  for (const path of ["storefront/products", "developers/events", "developers/logs"]) {
    await page.goto(at(path));
    expect((await exportLines(page)).length, path).toBeGreaterThan(0);
  }
  await page.goto(at("payments", "&status=confirmed"));
  const lines = await exportLines(page);
  await isAsShown(page, lines, "amount");
  const paid = (await api.paymentSessions.list({ status: "confirmed", limit: 100 })).data;
  expect(lines.map(({ id }) => id)).toEqual(paid.map(({ id }) => id));
  const quoted = expect.objectContaining({ description, amountDecimal: "49.000001" });
  expect(lines).toContainEqual(quoted);
  expect(problems).toEqual([]);
});

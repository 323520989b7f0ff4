import { expect, test } from "@playwright/test";
import { payPage } from "./pay-page";
import { openAsOwner } from "./sign-in";
import { merchantApi, sharedStack } from "./stack";

const stack = sharedStack();

test("an invoice is written beside what its customer reads, sent, paid in another window, and seen paid without a reload", async ({
  page,
  context,
}) => {
  await openAsOwner(page, stack, "/dashboard/invoices");
  await page.getByRole("link", { name: "New invoice" }).first().click();
  await page.getByLabel("Name", { exact: true }).fill("Ada Lovelace");
  await page.getByLabel("E-mail").fill("ada@example.com");
  await page.getByLabel("Description").fill("Consulting");
  await page.getByLabel("Quantity").fill("12");
  await page.getByLabel("Price in USDC").fill("0.33");
  await page.getByLabel("Tax", { exact: true }).selectOption({ label: "Standard rate" });
  await page.getByLabel("Rate in %").fill("19");
  const paper = page.getByRole("article", { name: "Preview of the invoice" });
  // 12 × 0.33, and 19 % of it rounded to the cent.
  await expect(paper.getByRole("row", { name: /Consulting/ })).toContainText("3.96");
  await expect(paper).toContainText("4.71");
  await expect(paper).toContainText("Ada Lovelace");
  await page.getByRole("button", { name: "Save and send" }).click();

  await expect(page.getByRole("heading", { level: 1, name: /\b4\.71\sUSDC$/ })).toBeVisible();
  await expect(page.getByText("Sent", { exact: true })).toBeVisible();
  await page.evaluate(() => Reflect.set(window, "stayed", true));
  const opened = context.waitForEvent("page");
  await page.getByRole("link", { name: /\/i\// }).click();
  const customers = await opened;
  await expect(customers.getByRole("row", { name: /Consulting/ })).toContainText("3.96");
  await customers.getByRole("link", { name: /^Pay 4\.71/ }).click();
  await payPage(customers).choose("Test wallet");
  await payPage(customers).signAndPay();
  await customers.close();

  await expect(page.locator("header").getByText("Paid", { exact: true })).toBeVisible({
    timeout: 60_000,
  });
  await expect(page.getByRole("button", { name: "Void" })).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, "stayed"))).toBe(true);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect(await merchantApi(stack).invoices.get({ id })).toMatchObject({
    status: "paid",
    total: "4710000",
  });
});

test("a company is not left out of an invoice for want of its name or its country", async ({
  page,
}) => {
  await openAsOwner(page, stack, "/dashboard/invoices/new");
  await page.getByLabel("Description").fill("Consulting");
  await page.getByLabel("Price in USDC").fill("10");
  await page.getByText("The customer's company and address").click();
  const company = page.locator("details").filter({ hasText: "The customer's company" });
  await company.getByLabel("City").fill("Bonn");
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(company.getByLabel("Legal name")).toBeFocused();
  await expect(company.getByText("Enter the legal name, or empty the other fields.")).toBeVisible();
  await company.getByLabel("Legal name").fill("Ada GmbH");
  // The message's own part of the page is opened where it was folded away.
  await page.getByText("The customer's company and address").click();
  await page.getByRole("button", { name: "Save draft" }).click();
  await expect(company.getByLabel("Country")).toBeFocused();
  await company.getByLabel("Country").selectOption("DE");
  await page.getByRole("button", { name: "Save draft" }).click();
  await page.waitForURL(/\/dashboard\/invoices\/inv_/);
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect((await merchantApi(stack).invoices.get({ id })).buyer).toMatchObject({
    legalName: "Ada GmbH",
    address: { city: "Bonn", country: "DE" },
  });
});

test("an invoice is made once, however long its page takes to come", async ({ page }) => {
  const customerName = `Grace Hopper ${Date.now()}`;
  await openAsOwner(page, stack, "/dashboard/invoices/new");
  await page.getByLabel("Name", { exact: true }).fill(customerName);
  await page.getByLabel("Description").fill("Consulting");
  await page.getByLabel("Price in USDC").fill("10");
  let show = () => {};
  const isShown = new Promise<void>((resolve) => {
    show = resolve;
  });
  await page.route(/\/dashboard\/invoices\/inv_/, async (route) => {
    await isShown;
    await route.continue();
  });
  const asked = page.waitForRequest(/\/dashboard\/invoices\/inv_/);
  await page.getByRole("button", { name: "Save draft" }).click();
  await asked;
  const send = page.getByRole("button", { name: "Save and send" });
  await expect(send).toHaveAttribute("aria-busy", "true");
  await send.click({ force: true });
  show();

  await expect(page.getByRole("heading", { level: 1, name: /\b10\.00\sUSDC$/ })).toBeVisible();
  const { data } = await merchantApi(stack).invoices.list({ limit: 100 });
  expect(data.filter((one) => one.customerName === customerName)).toHaveLength(1);
});

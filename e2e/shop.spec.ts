import { expect, type Page, test } from "@playwright/test";
import { picture } from "@/testing/images";
import { isInOrder } from "./in-looks";
import { watchProblems } from "./own-account";
import { openAsOwner } from "./sign-in";
import { merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const api = merchantApi(stack);

const at = (path: string) => `${stack.baseUrl}/dashboard/${path}?mode=test`;
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

test("a payment link goes from its form to its page, is switched off and on, and is changed", async ({
  page,
}) => {
  const problems = watchProblems(page);
  await openAsOwner(page, stack, "/dashboard/links");
  await page.getByRole("link", { name: "Create payment link" }).first().click();
  await page.getByRole("button", { name: "Create payment link" }).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await page.getByLabel("Name").fill("Shirt");
  await page.getByLabel("Price").fill("19.5");
  await page.getByText("More options").click();
  await page.getByLabel("Maximum quantity").fill("9");
  await page.getByLabel("Payer’s e-mail").selectOption("required");
  await page.getByRole("button", { name: "Add question" }).click();
  await page.getByLabel("Question 1", { exact: true }).fill("Shirt size");
  const preview = page.getByRole("complementary", { name: "Preview for payers" });
  await expect(preview).toContainText(/19\.50\sUSDC/);
  await expect(preview).toContainText("Quantity, 1 to 9");
  await isInOrder(page);
  await page.getByRole("button", { name: "Create payment link" }).click();
  await expect(heading(page, "Shirt")).toBeVisible();
  const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect(await api.paymentLinks.get({ id })).toMatchObject({
    amount: "19500000",
    maxQuantity: 9,
    email: "required",
    fields: [{ key: "shirt_size", label: "Shirt size", required: false }],
  });
  await expect(page.locator("pre")).toContainText(`<a href="${stack.baseUrl}/b/${id}">`);
  await isInOrder(page);

  await page.getByRole("button", { name: "Switch off" }).click();
  await expect(page.locator("header").getByText("Off", { exact: true })).toBeVisible();
  await expect(page.getByText("takes no payment")).toBeVisible();
  await expect.poll(async () => (await api.paymentLinks.get({ id })).active).toBe(false);
  await page.getByRole("button", { name: "Switch on" }).click();
  await expect.poll(async () => (await api.paymentLinks.get({ id })).active).toBe(true);

  await page.getByRole("button", { name: "Edit" }).click();
  const drawer = page.getByRole("dialog", { name: "Edit payment link" });
  await drawer.getByLabel("Maximum quantity").fill("100");
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(drawer.getByText("Enter a whole number from 1 to 99.")).toBeVisible();
  await drawer.getByLabel("Maximum quantity").fill("3");
  await drawer.getByLabel("Name").fill("Shirt, blue");
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(heading(page, "Shirt, blue")).toBeVisible();

  await page.goto(`${at("links")}&active=false`);
  await expect(page.getByRole("link", { name: "Shirt, blue" })).toHaveCount(0);
  await page.getByRole("link", { name: "Active", exact: true }).click();
  await expect(page.getByRole("row").filter({ hasText: "Shirt, blue" })).toContainText("Active");
  await isInOrder(page);
  expect(problems).toEqual([]);
});

/** Takes off sale what other tests have put on sale: the shop of a merchant shows all of it. */
async function archiveProducts() {
  const { data } = await api.products.list({ limit: 100 });
  const kept = data.filter(({ archivedAt }) => archivedAt === null);
  for (const { id } of kept) await api.products.archive({ id });
}

/** Creates a product in the drawer that is open. */
async function createProduct(page: Page, name: string, price: string, stock?: string) {
  await page.getByRole("button", { name: "Create product" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Create product" });
  await drawer.getByLabel("Name").fill(name);
  await drawer.getByLabel("Price").fill(price);
  if (stock !== undefined) {
    await drawer.getByLabel("Count the stock").check();
    await drawer.getByLabel("Pieces in stock").fill(stock);
  }
  await drawer.getByRole("button", { name: "Create product" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: name })).toBeVisible();
}

const names = (page: Page) =>
  page
    .getByRole("table", { name: "Products", exact: true })
    .getByRole("button", { name: /^Open / })
    .allInnerTexts();

test("a shop is saved and published with its products, which are reordered by keyboard, changed and archived", async ({
  page,
}) => {
  const problems = watchProblems(page);
  await archiveProducts();
  await openAsOwner(page, stack, "/dashboard/storefront");
  const address = page.getByLabel("Address");
  await address.fill("checkout");
  await expect(page.getByText("This address is reserved. Choose a different one.")).toBeVisible();
  await address.fill("aurora-shop");
  await expect(page.getByRole("status").filter({ hasText: "This address is free." })).toBeVisible();
  await page.getByLabel("Name", { exact: true }).fill("Aurora Shop");
  await page.getByLabel("Accent color", { exact: true }).fill("#1a7f64");
  const preview = page.getByRole("complementary", { name: "Preview for visitors" });
  await expect(preview).toContainText("Aurora Shop");
  await page.getByRole("button", { name: "Create shop" }).click();
  await expect(page.getByRole("button", { name: "Publish" })).toBeVisible();
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByText("Your shop has no product on sale.")).toBeVisible();
  await isInOrder(page);

  await page.goto(at("storefront/products"));
  await createProduct(page, "Beans", "12.50", "4");
  await createProduct(page, "Mug", "9");
  await createProduct(page, "Filter", "3");
  expect(await names(page)).toEqual(["Beans", "Mug", "Filter"]);
  const up = page.getByRole("button", { name: "Move Filter up" });
  await up.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => names(page)).toEqual(["Beans", "Filter", "Mug"]);
  await expect(up).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => names(page)).toEqual(["Beans", "Mug", "Filter"]);
  await page.getByRole("button", { name: "Move Beans down" }).press("Enter");
  await expect.poll(() => names(page)).toEqual(["Mug", "Beans", "Filter"]);
  await expect(page.getByRole("button", { name: "Move Beans down" })).toBeFocused();
  await expect(page.getByText("Beans is now 2 of 3.")).toBeAttached();
  const places = async () => {
    const { data } = await api.products.list({});
    // As the shop has them: of the same place the older one is first. The API lists the newest first.
    const older = data.filter(({ archivedAt }) => archivedAt === null).toReversed();
    return older.toSorted((one, other) => one.sortOrder - other.sortOrder).map(({ name }) => name);
  };
  await expect.poll(places).toEqual(["Mug", "Beans", "Filter"]);
  await isInOrder(page);

  await page.getByRole("button", { name: "Open Beans" }).click();
  const drawer = page.getByRole("dialog", { name: "Beans" });
  await expect(drawer).toContainText("4 available");
  await drawer.getByLabel("Pieces in stock").fill("7");
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(page.getByRole("row").filter({ hasText: "Beans" })).toContainText("7 available");
  await page.getByRole("button", { name: "Open Filter" }).click();
  const filter = page.getByRole("dialog", { name: "Filter", exact: true });
  await isInOrder(page);
  await filter.getByRole("button", { name: "Archive" }).click();
  const confirm = page.getByRole("dialog", { name: "Archive the product “Filter”?" });
  await confirm.getByLabel("Type “Filter” to confirm").fill("Filter");
  await confirm.getByRole("button", { name: "Archive product" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect.poll(() => names(page)).toEqual(["Mug", "Beans"]);
  await expect(page.getByText(/^Archived \(\d+\)$/)).toBeVisible();

  await page.goto(at("storefront"));
  await expect(preview).toContainText(/12\.50\sUSDC/);
  await page.getByRole("button", { name: "Publish" }).click();
  await expect(page.getByRole("heading", { name: "Your shop is published" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Open", exact: true })).toHaveAttribute(
    "href",
    `${stack.baseUrl}/s/aurora-shop?mode=test`,
  );
  await isInOrder(page);
  await page.getByRole("button", { name: "Unpublish" }).click();
  await expect(page.getByText("Draft", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Archive" }).click();
  const close = page.getByRole("dialog", { name: "Archive the shop “Aurora Shop”?" });
  await close.getByLabel("Type “aurora-shop” to confirm").fill("aurora-shop");
  await close.getByRole("button", { name: "Archive shop" }).click();
  await expect(page.getByText("The shop aurora-shop is archived")).toBeVisible();
  await page.getByLabel("Address").fill("aurora-shop");
  const resting = page.getByText("Another shop used this address recently.");
  await expect(page.getByRole("status").filter({ has: resting })).toBeVisible();
  await page.getByRole("button", { name: "Create shop" }).click();
  // The refusal stands in its place.
  await expect(page.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
  await expect(resting).toBeVisible();
  expect(problems).toEqual([]);
});

test("a picture that is chosen while a product is created is uploaded with it, and one that is refused creates no second product", async ({
  page,
}) => {
  await openAsOwner(page, stack, "/dashboard/storefront/products");
  await page.getByRole("button", { name: "Create product" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Create product" });
  const name = `Pictured ${Date.now()}`;
  await drawer.getByLabel("Name").fill(name);
  await drawer.getByLabel("Price").fill("4");
  const choose = (buffer: Buffer) =>
    drawer
      .locator("input[type=file]")
      .setInputFiles({ name: "bag.png", mimeType: "image/png", buffer });
  await choose(Buffer.from("<!doctype html><script>alert(1)</script>"));
  await expect(drawer.getByRole("status").filter({ hasText: "bag.png" })).toBeVisible();
  await isInOrder(page);
  await drawer.getByRole("button", { name: "Create product" }).click();
  await expect(drawer.getByText("The file is not a supported picture.")).toBeVisible();
  await choose(await picture(40, 40).png().toBuffer());
  await drawer.getByRole("button", { name: "Create product" }).click();
  await expect(drawer).toHaveCount(0);
  const { data } = await api.products.list({ limit: 20 });
  const made = data.filter((one) => one.name === name);
  expect(made).toMatchObject([{ imageStatus: "ok", price: "4000000" }]);
  await api.products.archive({ id: made[0]?.id ?? "" });
});

test("a drawer that closes and opens again at once stays, as React opens it in development", async ({
  page,
}) => {
  await openAsOwner(page, stack, "/dashboard/storefront/products");
  await page.getByRole("button", { name: "Create product" }).first().click();
  const drawer = page.getByRole("dialog", { name: "Create product" });
  await drawer.evaluate(async (dialog: HTMLDialogElement) => {
    dialog.close();
    dialog.showModal();
    // The event of the closing comes in a later task.
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
  await expect(drawer).toBeVisible();
  expect(new URL(page.url()).searchParams.get("product")).toBe("new");
  await page.keyboard.press("Escape");
  await expect(drawer).toHaveCount(0);
});

test("what one page of the browser changes in the shop, the others show", async ({
  page,
  context,
}) => {
  await openAsOwner(page, stack, "/dashboard/storefront/products");
  const name = `Told ${Date.now()}`;
  const product = { name, description: null, price: "7000000", currency: "USDC" } as const;
  const { id } = await api.products.create({
    ...product,
    ...{ type: "one_time", interval: null, intervalCount: null, stock: null, isActive: true },
  });
  await page.reload();
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText(/7\.00\sUSDC/);
  const other = await context.newPage();
  await other.goto(`${at("storefront/products")}&product=${id}`);
  const drawer = other.getByRole("dialog", { name });
  await drawer.getByLabel("Price").fill("8");
  await drawer.getByRole("button", { name: "Save" }).click();
  await expect(drawer).toHaveCount(0);
  await expect(row).toContainText(/8\.00\sUSDC/, { timeout: 10_000 });
  await other.close();
  await api.products.archive({ id });
});

test("an order of a link leads to its payment, and a search finds link and product by their names", async ({
  page,
}) => {
  const link = await api.paymentLinks.create({
    name: "Night course",
    amount: "5000000",
    currency: "USDC",
    maxQuantity: 3,
  });
  await api.products.create({
    name: "Night lamp",
    description: null,
    price: "7000000",
    currency: "USDC",
    type: "one_time",
    interval: null,
    intervalCount: null,
    stock: null,
    isActive: true,
  });
  const answer = await page.request.post(`${stack.baseUrl}/v1/checkout/links/${link.id}/checkout`, {
    data: { quantity: 2 },
  });
  expect(answer.status()).toBe(201);
  await openAsOwner(page, stack, "/dashboard/storefront/orders");
  const row = page.getByRole("row").filter({ hasText: "Night course" });
  await expect(row).toContainText(/10\.00\sUSDC/);
  await isInOrder(page);
  await row.getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: /10\.00\sUSDC/ })).toBeVisible();
  await page.goto(at(`links/${link.id}`));
  await expect(page.getByRole("row").filter({ hasText: "Night course" })).toHaveCount(1);

  await page.keyboard.press("ControlOrMeta+k");
  await page.getByRole("combobox").fill("night");
  const found = page.getByRole("listbox");
  await expect(found).toContainText("Night course");
  await found.getByText("Night lamp").click();
  await expect(page.getByRole("dialog", { name: "Night lamp" })).toBeVisible();
});

import { readFileSync } from "node:fs";
import { expect, type Route, test } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";
import { fundedKey } from "./fund";
import { handOver, movePayouts, proveAndRegister, takePayment } from "./go-live";
import { isInOrder } from "./in-looks";
import { injectWallet } from "./injected-wallet";
import { reportLeak } from "./leak-reporter";
import {
  ageSession,
  askWith,
  enrolByApi,
  makeKey,
  signUpByApi,
  storeKey,
  watchProblems,
} from "./own-account";
import { mailedCode, type Person } from "./sign-in";
import { sharedStack, withDatabase } from "./stack";

const stack = sharedStack();
const { baseUrl, chainId, rpcUrl } = stack;

const person = (name: string): Person => ({
  email: `${name}-${Date.now()}@example.com`,
  password: "correct horse battery staple",
});

const at = (path: string, mode: "test" | "live" = "test") =>
  `${baseUrl}/dashboard/${path}?mode=${mode}`;

const ask = (key: string) => askWith(baseUrl, key);

test("a key made on the page is taken by the API until it is revoked there", {
  tag: "@flow",
}, async ({ page }) => {
  const problems = watchProblems(page);
  await signUpByApi(page, stack, person("kay"));
  await page.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByText("No keys yet.")).toBeVisible();
  await page.getByRole("button", { name: "Create key" }).click();
  const create = page.getByRole("dialog", { name: "Create a test key" });
  await create.getByLabel("What is it for?").fill("Shop");
  await create.getByLabel(/^Chosen scopes/).check();
  await create.getByRole("button", { name: "Create key" }).click();
  await expect(create.getByText("Choose at least one scope.")).toBeVisible();
  await create.getByLabel(/^Read only/).check();
  await isInOrder(page);
  const held: Route[] = [];
  await page.route("**/v1/api-keys", (route) =>
    route.request().method() === "POST" ? void held.push(route) : route.continue(),
  );
  await create.getByRole("button", { name: "Create key" }).click();
  // Neither before the answer nor after it: the key comes but once.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(create.getByRole("button", { name: "Cancel" })).toBeDisabled();
  await held[0]?.continue();
  const made = page.getByRole("dialog", { name: "Your new key “Shop”" });
  await expect(made).toBeVisible();
  await page.keyboard.press("Escape");
  await made.getByRole("button", { name: "Done" }).click();
  await expect(made.getByRole("checkbox")).toBeFocused();
  await expect(made.getByRole("checkbox")).toHaveAccessibleDescription(/^Store it first/);
  await isInOrder(page);
  const downloading = page.waitForEvent("download");
  await made.getByRole("button", { name: "Download .env" }).click();
  const file = readFileSync(await (await downloading).path(), "utf8");
  const secret = await storeKey(page, "Shop");
  expect(file).toBe(`STIPEND_API_KEY=${secret}\n`);
  expect(await ask(secret)).toBe(200);

  await page.getByRole("button", { name: "Rotate Shop" }).click();
  const rotate = page.getByRole("dialog", { name: "Rotate the key “Shop”?" });
  await rotate.getByRole("button", { name: "Rotate key" }).click();
  await expect(rotate.getByRole("textbox")).toBeFocused();
  await expect(rotate.getByRole("textbox")).toHaveAccessibleDescription("Type exactly “Shop”.");
  await rotate.getByLabel("Type “Shop” to confirm").fill("Shop");
  await rotate.getByRole("button", { name: "Rotate key" }).click();
  const next = await storeKey(page, "Shop");
  expect([await ask(secret), await ask(next)]).toEqual([401, 200]);
  await expect(page.getByRole("row", { name: /Rotated/ })).toBeVisible();

  await page.getByRole("button", { name: "Revoke Shop" }).click();
  const revoke = page.getByRole("dialog", { name: "Revoke the key “Shop”?" });
  await revoke.getByLabel("Type “Shop” to confirm").fill("Shop");
  await isInOrder(page);
  await revoke.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("“Shop” revoked.")).toBeVisible();
  await expect(page.getByRole("row", { name: /Shop/ })).toHaveCount(2);
  expect(await ask(next)).toBe(401);
  await isInOrder(page);
  expect(problems).toEqual([]);
});

test("a key that was found in public is revoked, and its successor is revealed to whoever proves that it is them", async ({
  page,
}) => {
  const problems = watchProblems(page);
  const leo = person("leo");
  await signUpByApi(page, stack, leo);
  await page.goto(at("developers/keys"));
  const leaked = await makeKey(page, "Shop");
  expect(await ask(leaked)).toBe(200);
  const url = "https://github.com/octocat/shop/blob/1/config.ts";
  expect(await reportLeak(stack, { token: leaked, url })).toBe(200);
  expect(await ask(leaked)).toBe(401);
  await ageSession(stack, leo);
  await page.reload();
  await expect(page.getByText("was found in public and has been revoked.")).toBeVisible();
  await expect(page.getByText(url)).toBeVisible();
  await isInOrder(page);

  const requests = page.getByRole("dialog", { name: "Requests with “Shop”" });
  // What was asked for within the last seconds may be missing.
  await expect(async () => {
    if (await requests.isVisible()) await requests.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "See its requests" }).click();
    await expect(requests.getByText("GET /v1/payment-sessions").first()).toBeVisible({
      timeout: 2_000,
    });
  }).toPass({ timeout: 60_000 });
  await isInOrder(page);
  const downloading = page.waitForEvent("download");
  await requests.getByRole("button", { name: "Download CSV" }).click();
  const file = readFileSync(await (await downloading).path(), "utf8");
  expect(file).toContain("/v1/payment-sessions");
  await requests.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Reveal the new key" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
  await withDatabase(stack, (sql) => sql`delete from identity_throttles`);
  await confirm.getByRole("button", { name: "Send a new code" }).click();
  await expect(confirm.getByRole("button", { name: "Confirm" })).toBeEnabled();
  const mail = { to: leo.email, subject: "is your code to continue" };
  await confirm.getByLabel("Code").fill(await mailedCode(page, stack, mail));
  await confirm.getByRole("button", { name: "Confirm" }).click();
  const successor = await storeKey(page, "Shop");
  expect(await ask(successor)).toBe(200);
  await expect(page.getByText("was found in public")).toHaveCount(0);
  expect(problems).toEqual([]);
});

test("a plan is compared and changed, also to one whose lower fee has to wait", async ({
  page,
}) => {
  const problems = watchProblems(page);
  await signUpByApi(page, stack, person("pia"));
  await page.getByRole("link", { name: "Plan", exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Your plan" })).toContainText("Free");
  await isInOrder(page);
  await page.getByRole("button", { name: "Change to Growth" }).click();
  const growth = page.getByRole("dialog", { name: "Change to Growth?" });
  await expect(growth.getByText("falls from 1.00 % to 0.70 %")).toBeVisible();
  await isInOrder(page);
  await growth.getByRole("button", { name: "Change to Growth" }).click();
  await expect(page.getByText("You’re now on the Growth plan.")).toBeVisible();
  await page.getByRole("button", { name: "Change to Business" }).click();
  const business = page.getByRole("dialog", { name: "Change to Business?" });
  await expect(business.getByText("or 30 days after it last fell")).toBeVisible();
  await business.getByRole("button", { name: "Change to Business" }).click();
  await expect(page.getByText("You’re now on the Business plan.")).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "Your plan" })).toContainText("0.50");
  await isInOrder(page);
  expect(problems).toEqual([]);
});

test("a person chooses by keyboard where notifications appear, on a phone too, and the choice is kept", async ({
  page,
}) => {
  const problems = watchProblems(page);
  await signUpByApi(page, stack, person("nia"));
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(`${stack.baseUrl}/dashboard/settings/notifications?mode=test`);
  const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
  await expect(box("Bell: Payment received")).toBeChecked();
  await expect(box("Email: Invoice overdue")).toHaveCount(0);
  await isInOrder(page);
  await box("Bell: Payment received").focus();
  await page.keyboard.press("Space");
  const said = page.getByRole("status").filter({ hasText: "Payment received: email" });
  await expect(said).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(box("Email: Payment received")).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByText("Saved. Payment received: off")).toBeVisible();
  await page.reload();
  await expect(box("Bell: Payment received")).not.toBeChecked();
  await expect(box("Email: Payment received")).not.toBeChecked();
  await expect(box("Bell: New subscriber")).toBeChecked();
  await isInOrder(page);
  expect(problems).toEqual([]);
});

test("a business says what it is, and a person adds another one", async ({ page }) => {
  const problems = watchProblems(page);
  await signUpByApi(page, stack, person("bea"));
  await page.getByRole("link", { name: "Business", exact: true }).click();
  await page.getByLabel("Business name").fill("Bea's Books");
  await page.getByLabel("Website").fill("https://books");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/^Website URL /)).toBeVisible();
  await page.getByLabel("Website").fill("https://books.example");
  await page.getByLabel("Country").selectOption("Spain");
  await page.getByRole("button", { name: "Save" }).click();
  const switcher = page.getByRole("button", { name: /^Business: / });
  await expect(switcher).toHaveText("Bea's Books");
  await page.getByRole("button", { name: "Add key" }).click();
  await page.getByLabel("Key 1", { exact: true }).fill("account");
  await page.getByLabel("Value 1").fill("17");
  await isInOrder(page);
  await page.getByRole("button", { name: "Save" }).last().click();
  await expect(page.getByText("Saved.").last()).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Value 1")).toHaveValue("17");
  await expect(page.getByLabel("Country")).toHaveValue("ES");

  await switcher.click();
  await page.getByRole("button", { name: "Add a business" }).click();
  const add = page.getByRole("dialog", { name: "Add a business" });
  await add.getByLabel("Business name").fill("Bea's Second Shop");
  await isInOrder(page);
  await add.getByRole("button", { name: "Add business" }).click();
  await expect(switcher).toHaveText("Bea's Second Shop");
  await expect(page.getByLabel("Business name")).toHaveValue("Bea's Second Shop");
  await page.setViewportSize({ width: 390, height: 844 });
  const name = switcher.getByText("Bea's Second Shop");
  const isWhole = (element: HTMLElement) => element.scrollWidth <= element.clientWidth;
  expect(await name.evaluate(isWhole), "a phone shows the whole name").toBe(true);
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.getByRole("navigation", { name: "Mode" })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("button", { name: /^Account of/ })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 860 });
  await switcher.click();
  await page.getByRole("button", { name: "Bea's Books" }).click();
  await expect(page.getByLabel("Business name")).toHaveValue("Bea's Books");
  expect(problems).toEqual([]);
});

test("a tab follows another one to its business, and saves nothing of one in the other", async ({
  page,
}) => {
  const problems = watchProblems(page);
  await signUpByApi(page, stack, person("ana"));
  const switcher = page.getByRole("button", { name: /^Business: / });
  const nav = page.getByRole("navigation", { name: "Dashboard" });
  const [name, website] = [page.getByLabel("Business name"), page.getByLabel("Website")];
  await nav.getByRole("link", { name: "Business", exact: true }).click();
  await name.fill("Ana's Apples");
  await website.fill("https://apples.example");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(switcher).toHaveText("Ana's Apples");
  await nav.getByRole("link", { name: "API keys" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "API keys" })).toBeVisible();

  const other = await page.context().newPage();
  await other.goto(at("settings/business"));
  await other.getByRole("button", { name: "Business: Ana's Apples" }).click();
  await other.getByRole("button", { name: "Add a business" }).click();
  const add = other.getByRole("dialog", { name: "Add a business" });
  await add.getByLabel("Business name").fill("Ana's Pears");
  await add.getByRole("button", { name: "Add business" }).click();
  await expect(other.getByLabel("Business name")).toHaveValue("Ana's Pears");
  await expect(switcher).toHaveText("Ana's Apples");

  await nav.getByRole("link", { name: "Business", exact: true }).click();
  await expect(name).toHaveValue("Ana's Pears");
  await expect(switcher).toHaveText("Ana's Pears");
  await website.fill("https://pears.example");
  await page.getByRole("button", { name: "Save" }).first().click();
  await expect(page.getByText("Saved.").last()).toBeVisible();
  await isInOrder(page);

  await switcher.click();
  await page.getByRole("button", { name: "Ana's Apples" }).click();
  await expect(name).toHaveValue("Ana's Apples");
  await expect(website).toHaveValue("https://apples.example");
  await other.reload();
  await expect(other.getByLabel("Business name")).toHaveValue("Ana's Apples");
  expect(problems).toEqual([]);
});

test("a business goes live by its own wallet, takes a payment, and moves its payouts and its record", async ({
  page,
  browser,
}) => {
  const problems = watchProblems(page);
  const liv = person("liv");
  const [owner, next, payer] = [fundedKey(stack), fundedKey(stack, 1), fundedKey(stack, 2)];
  const address = (key: `0x${string}`) => privateKeyToAccount(key).address;
  const wallet = await injectWallet(page, { chainId, rpcUrl, privateKey: owner });
  await signUpByApi(page, stack, liv);
  await page.getByRole("link", { name: "Go live" }).click();
  await expect(page.getByText("Turn on two-factor authentication")).toBeVisible();
  await isInOrder(page);
  await page.getByRole("link", { name: "Complete onboarding" }).click();
  await page.getByLabel("Business name").fill("Liv's Lamps");
  await page.getByLabel("What do you sell?").fill("Lamps");
  await page.getByLabel("Country").selectOption("Spain");
  await page.reload();
  await expect(page.getByLabel("What do you sell?")).toHaveValue("Lamps");
  await page.getByLabel("Wallet address").fill(`0x${"0".repeat(40)}`);
  await isInOrder(page);
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText("Money sent to this address is lost.")).toBeVisible();
  await page.getByLabel("Wallet address").fill(address(owner));
  await page.getByRole("button", { name: "Review" }).click();
  await isInOrder(page);
  await page.getByRole("button", { name: "Send" }).click();
  await page.waitForURL(/\/dashboard\/settings\/live\?mode=test$/);
  await expect(page.getByRole("link", { name: "Complete onboarding" })).toHaveCount(0);
  await enrolByApi(page, stack);

  await page.goto(at("settings/onchain", "live"));
  await proveAndRegister(page);
  await page.goto(at("developers/keys", "live"));
  const key = await makeKey(page, "Live shop");
  await takePayment(browser, stack, { baseUrl, key, payer });
  await page.goto(at("settings/onchain", "live"));
  await movePayouts(page, address(next));
  await handOver(page, wallet, next);
  expect(problems).toEqual([]);
});

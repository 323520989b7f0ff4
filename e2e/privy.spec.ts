import { expect, type Page, test } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";
import type { PrivyStub } from "@/testing/privy";
import type { PrivyUser } from "@/testing/privy-types";
import { fundedKey } from "./fund";
import { handOver, movePayouts, proveAndRegister, takePayment } from "./go-live";
import { isInOrder } from "./in-looks";
import { injectWallet } from "./injected-wallet";
import { reportLeak } from "./leak-reporter";
import { askWith, makeKey, storeKey, watchProblems } from "./own-account";
import { payPage } from "./pay-page";
import { type PrivyApp, startPrivyApp } from "./privy-app";
import { mailedCode } from "./sign-in";
import { sharedStack } from "./stack";

const stack = sharedStack();
/** Words of Privy's library that nothing else has. */
const LIBRARY = "privy:caid";

let privy: PrivyStub;
let app: PrivyApp;
let baseUrl: string;

test.beforeAll(async () => {
  app = await startPrivyApp(stack);
  ({ privy, baseUrl } = app);
});
test.afterAll(() => app.stop());

/** Keeps the scripts that a page loads and that hold Privy's library. */
function watchLibrary(page: Page): Promise<boolean>[] {
  const found: Promise<boolean>[] = [];
  page.on("response", (response) => {
    if (!response.url().endsWith(".js")) return;
    const isThere = response.text().then(
      (text) => text.includes(LIBRARY),
      () => false,
    );
    found.push(isThere);
  });
  return found;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the code" }).click();
  await expect(page.getByRole("heading", { name: "Check your inbox" })).toBeVisible();
  await page.getByLabel("Code").fill(privy.codes.get(email) ?? "");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "First ten minutes" })).toBeVisible();
}

/** Tells about a business, and proves by a mail that it is still the same person. */
async function describeBusiness(page: Page, email: string, wallet: string): Promise<void> {
  await page.goto(`${baseUrl}/onboarding?mode=test`);
  await page.getByLabel("Business name").fill("Priya's Prints");
  await page.getByLabel("What do you sell?").fill("Prints");
  await page.getByLabel("Country").selectOption("India");
  await page.getByLabel("Wallet address").fill(wallet);
  await page.getByRole("button", { name: "Review" }).click();
  await page.getByRole("button", { name: "Send" }).click();
  const confirm = page.getByRole("dialog", { name: "Confirm it's you" });
  await expect(confirm.getByRole("button", { name: "Confirm" })).toBeEnabled();
  const mail = { to: email, subject: "is your code to continue" };
  await confirm.getByLabel("Code").fill(await mailedCode(page, stack, mail));
  await confirm.getByRole("button", { name: "Confirm" }).click();
  await page.waitForURL(/\/dashboard\/settings\/live\?mode=test$/);
}

/** Whoever has an address at Privy. */
function userAtPrivy(email: string): PrivyUser {
  const isTheirs = ({ address }: Record<string, unknown>) => address === email;
  const user = [...privy.users.values()].find((one) => one.linked_accounts.some(isTheirs));
  if (!user) throw new Error(`Nobody at Privy has ${email}`);
  return user;
}

/** Enrols a second factor at Privy. */
function enrolAtPrivy(email: string): void {
  const verified_at = Math.floor(Date.now() / 1_000);
  userAtPrivy(email).mfa_methods = [{ type: "totp", verified_at }];
}

/** Privy deletes somebody, and tells of it. */
async function deleteAtPrivy(email: string): Promise<void> {
  const user = userAtPrivy(email);
  privy.users.delete(user.id);
  const body = JSON.stringify({ type: "user.deleted", user });
  const headers = privy.signed(`msg_${Date.now()}`, body);
  const answer = await fetch(`${baseUrl}/v1/auth/privy-webhook`, { method: "POST", body, headers });
  expect(answer.status).toBe(200);
}

/** What the API answers to the token that a page's browser has. */
const askAsPerson = (page: Page) =>
  page.evaluate(async () => {
    const token = /(?:^|;\s*)privy-token=([^;]+)/.exec(document.cookie)?.[1];
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch("/v1/merchants/me", { headers })).status;
  });

test("somebody signs up at Privy by a code, proves that it is them by a mail, and signs out", async ({
  page,
}) => {
  const problems = watchProblems(page);
  const scripts = watchLibrary(page);
  const email = `priya-${Date.now()}@example.com`;
  await page.goto(`${baseUrl}/signup`);
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await isInOrder(page);
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send the code" }).click();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("That code is wrong")).toBeVisible();
  await page.getByRole("button", { name: "Didn’t get a code?" }).click();
  await signIn(page, email);
  expect((await Promise.all(scripts)).some(Boolean)).toBe(true);

  await describeBusiness(page, email, stack.wallets[0]?.address ?? "");
  await page.getByRole("link", { name: "Security" }).click();
  await expect(page.getByText("Privy manages your account")).toBeVisible();
  await isInOrder(page);

  // As after an hour: the cookie of the access token is gone, and the library renews it.
  await page.context().clearCookies({ name: "privy-token" });
  await page.reload();
  await page.waitForURL(/\/dashboard\/settings\/security\?mode=test$/);
  await expect(page.getByText("Privy manages your account")).toBeVisible();

  await page.getByRole("button", { name: /^Account of/ }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/login/);
  await expect(page.getByLabel("E-mail")).toBeVisible();
  await page.goto(`${baseUrl}/dashboard/settings/security?mode=test`);
  await page.waitForURL(/\/login\?returnTo=/);
  expect(problems).toEqual([]);
});

test("somebody with an account at Privy takes a test payment, goes live by their wallet, and replaces a leaked key", async ({
  page,
  browser,
}) => {
  test.setTimeout(360_000);
  const problems = watchProblems(page);
  const email = `pia-${Date.now()}@example.com`;
  const [owner, next, payer] = [fundedKey(stack), fundedKey(stack, 1), fundedKey(stack, 2)];
  const address = (key: `0x${string}`) => privateKeyToAccount(key).address;
  const { chainId, rpcUrl } = stack;
  const wallet = await injectWallet(page, { chainId, rpcUrl, privateKey: owner });
  await page.goto(`${baseUrl}/signup`);
  await signIn(page, email);
  await page.getByRole("button", { name: "Create test key" }).click();
  const testKey = await storeKey(page, "First test key");
  await page.getByRole("button", { name: "Use a test wallet" }).click();
  const sample = page.getByRole("button", { name: "Create sample payment" });
  await expect(sample).toBeVisible({ timeout: 60_000 });
  await sample.click();
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Open the payment page" }).click();
  const pay = payPage(await opened);
  await pay.choose("Test wallet");
  await pay.signAndPay();

  await describeBusiness(page, email, address(owner));
  await expect(page.getByText("Turn on two-factor authentication")).toBeVisible();
  enrolAtPrivy(email);
  await page.goto(`${baseUrl}/dashboard/settings/onchain?mode=live`);
  await proveAndRegister(page);
  await page.goto(`${baseUrl}/dashboard/developers/keys?mode=live`);
  const key = await makeKey(page, "Live shop");
  await takePayment(browser, stack, { baseUrl, key, payer });
  await page.goto(`${baseUrl}/dashboard/settings/onchain?mode=live`);
  await movePayouts(page, address(next));
  await handOver(page, wallet, next);

  const url = "https://github.com/octocat/prints/blob/1/config.ts";
  expect(await reportLeak(stack, { token: key, url })).toBe(200);
  expect([await askWith(baseUrl, key), await askWith(baseUrl, testKey)]).toEqual([401, 200]);
  await page.goto(`${baseUrl}/dashboard/developers/keys?mode=live`);
  await page.getByRole("button", { name: "Reveal the new key" }).click();
  const successor = await storeKey(page, "Live shop");
  expect(await askWith(baseUrl, successor)).toBe(200);
  expect(problems).toEqual([]);
});

test("an account at Privy is signed in to by codes alone, in any browser, and out of all of them once it is deleted", async ({
  page,
  browser,
}) => {
  test.setTimeout(360_000);
  const problems = watchProblems(page);
  const email = `pat-${Date.now()}@example.com`;
  await page.goto(`${baseUrl}/signup`);
  await signIn(page, email);
  // There is no password to forget: whoever reads the mails is in again, from anywhere.
  const second = await browser.newContext();
  const other = await second.newPage();
  await other.goto(`${baseUrl}/login`);
  await signIn(other, email);
  expect([await askAsPerson(page), await askAsPerson(other)]).toEqual([200, 200]);

  const security = `${baseUrl}/dashboard/settings/security?mode=test`;
  await page.goto(security);
  await expect(page.getByText("Two-factor authentication is off.")).toBeVisible();
  enrolAtPrivy(email);
  // What Privy said last is kept for a minute.
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Two-factor authentication is on.")).toBeVisible({
      timeout: 2_000,
    });
  }).toPass({ timeout: 90_000, intervals: [5_000] });

  await deleteAtPrivy(email);
  expect([await askAsPerson(page), await askAsPerson(other)]).toEqual([401, 401]);
  for (const one of [page, other]) {
    await one.goto(security);
    await one.waitForURL(/\/login\?returnTo=/);
    await expect(one.getByLabel("E-mail")).toBeVisible();
  }
  await second.close();
  expect(problems).toEqual([]);
});

test("pages whose accounts are our own load nothing of Privy", async ({ page }) => {
  const scripts = watchLibrary(page);
  await page.goto(`${stack.baseUrl}/login`);
  await page.goto(`${stack.baseUrl}/signup`);
  await expect(page.getByRole("button", { name: "Create account" })).toBeEnabled();
  expect((await Promise.all(scripts)).filter(Boolean)).toEqual([]);
});

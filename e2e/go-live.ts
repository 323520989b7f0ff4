import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { isInOrder } from "./in-looks";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { merchantApi, type Stack } from "./stack";

type Key = `0x${string}`;

/* A business in live mode, by its own wallet: on the page of its record, which is open. */

/** Signs for the payout wallet, and waits until the registry has the merchant. */
export async function proveAndRegister(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Sign and register" }).click();
  const register = page.getByRole("dialog", { name: "Register for live payments" });
  await isInOrder(page);
  await register.getByRole("button", { name: "Continue" }).click();
  await isInOrder(page);
  await register.getByRole("button", { name: "Sign with Example Wallet" }).click();
  await expect(page.getByText("Registered", { exact: true })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Balance of the payout wallet")).toBeVisible();
  await isInOrder(page);
}

/** Opens a session by a live key and has a shopper pay it. */
export async function takePayment(
  browser: Browser,
  { apiKeys, chainId }: Pick<Stack, "apiKeys" | "chainId">,
  { baseUrl, key, payer }: { baseUrl: string; key: string; payer: Key },
): Promise<void> {
  const api = merchantApi({ baseUrl, apiKeys: { ...apiKeys, secret: key } });
  const session = await api.paymentSessions.create({ amount: "49000000", currency: "USDC" });
  const shopper = await browser.newContext();
  const till = await shopper.newPage();
  await injectWallet(till, { chainId, privateKey: payer });
  await till.goto(session.checkoutUrl);
  const pay = payPage(till);
  await pay.choose("Example Wallet");
  await pay.signAndPay();
  expect((await api.paymentSessions.get({ id: session.id })).status).toBe("confirmed");
  await shopper.close();
}

const fact = (page: Page, name: string): Locator =>
  page.locator("dl > div").filter({ hasText: name });
const sending = (page: Page) =>
  page.getByRole("dialog", { name: "Send it from the owner's wallet" });

/** Has payments go to another wallet. */
export async function movePayouts(page: Page, wallet: string): Promise<void> {
  await page.getByRole("button", { name: "Change payout wallet" }).click();
  const change = page.getByRole("dialog", { name: "Change the payout wallet" });
  await change.getByLabel("New payout wallet").fill(wallet);
  await isInOrder(page);
  await change.getByRole("button", { name: "Continue" }).click();
  await isInOrder(page);
  await sending(page).getByRole("button", { name: "Send with Example Wallet" }).click();
  await expect(page.getByText("Payments go to the new wallet.")).toBeVisible();
  await expect(fact(page, "Payments go to")).toContainText(wallet);
}

/** Hands the record over to another wallet, which accepts. */
export async function handOver(
  page: Page,
  injected: { changeAccount(account: PrivateKeyAccount): Promise<void> },
  next: Key,
): Promise<void> {
  const account = privateKeyToAccount(next);
  await page.getByRole("button", { name: "Transfer ownership" }).click();
  const transfer = page.getByRole("dialog", { name: "Transfer ownership" });
  await transfer.getByLabel("New owner's wallet").fill(account.address);
  await transfer.getByRole("button", { name: "Continue" }).click();
  await sending(page).getByRole("button", { name: "Send with Example Wallet" }).click();
  await expect(page.getByText("Waiting for the new owner to accept.")).toBeVisible();
  await isInOrder(page);
  await page.getByRole("button", { name: "Accept with that wallet" }).click();
  const accept = page.getByRole("dialog", { name: "Accept ownership" });
  await accept.getByRole("button", { name: "Send with Example Wallet" }).click();
  await expect(accept.getByText(/^Example Wallet is on 0x.+ Change to 0x/)).toBeVisible();
  await injected.changeAccount(account);
  await accept.getByRole("button", { name: "Send with Example Wallet" }).click();
  await expect(page.getByText("The new owner has accepted.")).toBeVisible();
  await expect(fact(page, "Owner")).toContainText(account.address);
}

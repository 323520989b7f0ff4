import { expect, type Page, test } from "@playwright/test";
import { createWalletClient, http } from "viem";
import { isInOrder } from "./in-looks";
import { injectWallet, WalletRefusal, type WalletTransaction } from "./injected-wallet";
import { signUpByApi, watchProblems } from "./own-account";
import { payPage } from "./pay-page";
import { refundToSend } from "./refund-to-send";
import { openAsOwner } from "./sign-in";
import { sharedStack } from "./stack";

const stack = sharedStack();
const APPROVE = "0x095ea7b3";
const status = (page: Page) => page.locator("header").getByText("Refunded");

test("a refund is sent with the test wallet of the first ten minutes, which says what it lacks, and shows on its payment", async ({
  page,
}) => {
  const problems = watchProblems(page);
  const email = `rae-${Date.now()}@example.com`;
  await signUpByApi(page, stack, { email, password: "correct horse battery staple" });
  await page.getByRole("button", { name: "Create test key" }).click();
  const key = page.getByRole("dialog", { name: "Your new key “First test key”" });
  await key.getByLabel("I have stored the key").check();
  await key.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Use a test wallet" }).click();
  await page.getByRole("button", { name: "Create sample payment" }).click({ timeout: 60_000 });
  const opened = page.context().waitForEvent("page");
  await page.getByRole("link", { name: "Open the payment page" }).click();
  const till = await opened;
  await payPage(till).choose("Test wallet");
  await payPage(till).signAndPay();
  await till.close();

  await page.goto(`${stack.baseUrl}/dashboard/payments?mode=test`);
  await page.locator("a[data-row]").first().click();
  await page.waitForURL(/\/dashboard\/payments\/ps_/);
  const payment = page.url();
  await page.getByRole("button", { name: "Refund", exact: true }).click({ timeout: 60_000 });
  await page.getByRole("button", { name: "Continue to wallet" }).click();
  await page.waitForURL(/\/dashboard\/refunds\/re_/);
  const refund = page.url();
  const send = page.getByRole("button", { name: "Send with Test wallet" });
  await expect(send).toBeVisible();
  await isInOrder(page);
  await page.goto(payment);
  const refunds = page.getByRole("region", { name: "Refunds" });
  await expect(refunds.getByText("To be sent")).toBeVisible();
  await isInOrder(page);

  await page.goto(refund);
  await send.click();
  await expect(
    page.getByText(/^This wallet holds \d+\.\d\d USDC, which is 0\.\d\d short\.$/),
  ).toBeVisible();
  await isInOrder(page);
  await page.getByRole("button", { name: "Add test USDC" }).click();
  await expect(page.getByText("Test tokens added. Send the refund now.")).toBeVisible();
  // From here by keyboard alone.
  await send.focus();
  await page.keyboard.press("Enter");
  await expect(status(page)).toBeVisible({ timeout: 60_000 });
  await isInOrder(page);
  expect(problems).toEqual([]);
});

test("a wallet on another network is told of ours, and after a declined refund is not asked for a second approval", async ({
  page,
}) => {
  const { rpcUrl, merchantKey } = stack;
  const { refund, account } = await refundToSend(stack);
  const wallet = await injectWallet(page, { chainId: 1, rpcUrl, privateKey: merchantKey });
  const added: unknown[] = [];
  wallet.answer("wallet_switchEthereumChain", () => {
    throw new WalletRefusal(4902, "Unrecognized chain");
  });
  wallet.answer("wallet_addEthereumChain", async ([network]) => {
    added.push(network);
    await wallet.moveTo(stack.chainId);
    return null;
  });
  const sent: string[] = [];
  let declines = true;
  const client = createWalletClient({ account, transport: http(rpcUrl) });
  wallet.answer("eth_sendTransaction", ([asked]) => {
    const { to, data } = asked as WalletTransaction;
    if (declines && !data.startsWith(APPROVE)) throw new WalletRefusal(4001);
    sent.push(data.slice(0, 10));
    return client.sendTransaction({ to, data, chain: null });
  });
  await openAsOwner(page, stack, `/dashboard/refunds/${refund.id}`);
  const send = page.getByRole("button", { name: "Send with Example Wallet" });
  await send.click();
  await expect(page.getByText("You declined in the wallet. Nothing was sent.")).toBeVisible();
  expect(added).toEqual([expect.objectContaining({ chainId: `0x${stack.chainId.toString(16)}` })]);
  expect(sent).toEqual([APPROVE]);

  declines = false;
  await page.reload();
  await send.click();
  await expect(status(page)).toBeVisible({ timeout: 60_000 });
  expect(sent).toHaveLength(2);
  expect(sent.filter((selector) => selector === APPROVE)).toHaveLength(1);
  expect(wallet.calls.filter((method) => method === "wallet_addEthereumChain")).toHaveLength(1);
});

test("a hash that belongs to another refund is refused at its field, and the refund can still be sent", async ({
  page,
}) => {
  const problems = watchProblems(page);
  const { rpcUrl, merchantKey, chainId } = stack;
  const { refund } = await refundToSend(stack);
  await injectWallet(page, { chainId, rpcUrl, privateKey: merchantKey });
  await openAsOwner(page, stack, `/dashboard/refunds/${refund.id}`);
  const send = page.getByRole("button", { name: "Send with Example Wallet" });
  await expect(send).toBeVisible();
  const message = "The hash belongs to another refund.";
  const details = { reason: "hash_used" };
  const error = { code: "invalid_request", message, param: "refundTxHash", details };
  await page.route(/\/signature$/, (route) =>
    route.fulfill({ status: 400, json: { error: { ...error, requestId: "req_1" } } }),
  );
  const hash = `0x${"ab".repeat(32)}`;
  const field = page.getByLabel("Transaction hash of the last step");
  await page.getByText("Send from another wallet (Safe, Ledger…)").click();
  await field.fill(hash);
  await page.getByRole("button", { name: "Record refund" }).click();
  await expect(page.getByText(message)).toBeVisible();
  await expect(field).toHaveValue(hash);
  await expect(field).toBeFocused();
  await isInOrder(page);

  // Nothing of it is kept in the browser.
  await page.unrouteAll();
  await page.reload();
  await send.click();
  await expect(status(page)).toBeVisible({ timeout: 60_000 });
  expect(problems).toEqual([]);
});

import { expect, type Page, test } from "@playwright/test";
import { createPublicClient, http, keccak256 } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import type { Refund } from "@/sdk/src/types.generated";
import { fund } from "./fund";
import { isInOrder } from "./in-looks";
import { followLink, openMail } from "./inbox";
import { type InjectedWallet, injectWallet, type WalletTransaction } from "./injected-wallet";
import { payPage } from "./pay-page";
import { callChain, createSession, getSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const merchant = privateKeyToAccount(stack.merchantKey);

test.beforeAll(async () => {
  await callChain(stack, "anvil_setBalance", [merchant.address, "0x8ac7230489e80000"]);
  // The platform kept a part of what is to go back.
  await fund(stack, merchant.address, 200_000_000n);
});

/** Pays 49 USDC with the test wallet. @returns the payment's session and transaction */
async function pay(page: Page, email: string) {
  const session = await createSession(stack, { description: "Two bags of Sidamo" });
  await page.goto(session.checkoutUrl);
  await payPage(page).choose("Test wallet");
  await page.getByLabel("E-mail for your receipt").fill(email);
  await payPage(page).signAndPay();
  const { transactionId } = await getSession(stack, session.id);
  return { session, transactionId: transactionId ?? "" };
}

const ask = (transactionId: string, amount: string) =>
  merchantApi(stack).refunds.create({ transactionId, amount, reason: "customer_request" });

const record = ({ id }: Refund, refundTxHash: string) =>
  merchantApi(stack).refunds.recordSignature({ id, refundTxHash });

async function isCompleted({ id }: Refund): Promise<Refund> {
  await expect
    .poll(async () => (await merchantApi(stack).refunds.get({ id })).status, { timeout: 60_000 })
    .toBe("completed");
  return merchantApi(stack).refunds.get({ id });
}

/** A page on which the merchant's wallet is installed. */
async function openWallet(page: Page): Promise<InjectedWallet> {
  const { chainId, rpcUrl, merchantKey: privateKey } = stack;
  const wallet = await injectWallet(page, { kind: "legacy", chainId, rpcUrl, privateKey });
  await page.goto(stack.baseUrl);
  return wallet;
}

/** Asks the page's wallet, as any page does. */
const request = <T>(page: Page, method: string, params: unknown[]) =>
  page.evaluate(
    ([name, given]) => {
      const { ethereum } = window as unknown as {
        ethereum: { request(asked: { method: string; params: unknown[] }): Promise<T> };
      };
      return ethereum.request({ method: name, params: given });
    },
    [method, params] as const,
  );

type Step = Pick<NonNullable<Refund["instructions"]>["steps"][number], "to" | "data" | "value">;

/** Lets the page's wallet send a transaction. @returns its hash, as the wallet says it */
function send(page: Page, { to, data, value }: Step): Promise<string> {
  const amount = `0x${BigInt(value).toString(16)}`;
  return request<string>(page, "eth_sendTransaction", [
    { from: merchant.address, to, data, value: amount },
  ]);
}

async function isMined(page: Page, hash: string): Promise<void> {
  await expect
    .poll(() => request(page, "eth_getTransactionReceipt", [hash]), { timeout: 60_000 })
    .toEqual({ status: "0x1" });
}

/** Sends what a refund's instructions say, each step after the one before is mined. @returns the last hash */
async function follow(page: Page, { instructions }: Refund): Promise<string> {
  let last = "";
  for (const step of instructions?.steps ?? []) {
    if (last !== "") await isMined(page, last);
    last = await send(page, step);
  }
  return last;
}

test("a full refund is what the merchant's wallet sends by the instructions, and both are mailed", {
  tag: "@flow",
}, async ({ page, context }) => {
  test.slow();
  const email = "full@example.com";
  const { session, transactionId } = await pay(page, email);
  const refund = await ask(transactionId, "49000000");
  const walletPage = await context.newPage();
  await openWallet(walletPage);
  const hash = await follow(walletPage, refund);
  expect(await record(refund, hash)).toMatchObject({ status: "submitted" });
  expect(await isCompleted(refund)).toMatchObject({ txHash: hash, amount: "49000000" });
  await walletPage.close();
  expect(await getSession(stack, session.id)).toMatchObject({
    status: "refunded",
    amountRefunded: "49000000",
    amountRefundable: "0",
  });
  await openMail(page, stack, { to: "owner@acme.example", subject: "Refund completed: 49.00" });
  await openMail(page, stack, { to: email, subject: "Refund: 49.00" });
  await expect(page.locator("pre")).toContainText(hash);
  const receipt = await followLink(page, "View payment");
  await expect(payPage(receipt).heading("Payment refunded")).toBeVisible();
  await expect(receipt.getByText(hash)).toBeVisible();
  await isInOrder(receipt);
});

test("a part goes back by one signature, and the rest though its hash was changed by a speed-up", async ({
  page,
  context,
}) => {
  test.slow();
  const email = "part@example.com";
  const { session, transactionId } = await pay(page, email);
  const walletPage = await context.newPage();
  const wallet = await openWallet(walletPage);

  const part = await ask(transactionId, "20000000");
  const [authorization] = part.instructions?.authorizations ?? [];
  if (!authorization) throw new Error("the token takes authorizations");
  const { typedData, dataPrefix, dataSuffix } = authorization;
  const signed = [authorization.from, JSON.stringify(typedData)];
  const signature = await request<string>(walletPage, "eth_signTypedData_v4", signed);
  const data = `${dataPrefix}${signature.slice(2)}${dataSuffix.slice(2)}`;
  const hash = await send(walletPage, { ...authorization, data });
  // Nobody records the hash: the contract's event decides.
  expect(await isCompleted(part)).toMatchObject({ txHash: hash, refundTxHash: null });
  expect(await getSession(stack, session.id)).toMatchObject({
    status: "confirmed",
    amountRefunded: "20000000",
    amountRefundable: "29000000",
  });
  await openMail(page, stack, { to: email, subject: "Refund: 20.00" });

  const rest = await ask(transactionId, "29000000");
  const [approve, refund] = rest.instructions?.steps ?? [];
  if (!approve || !refund) throw new Error("a refund by the contract has two steps");
  await isMined(walletPage, await send(walletPage, approve));
  wallet.answer("eth_sendTransaction", ([asked]) => speedUp(asked as WalletTransaction));
  const replaced = await send(walletPage, refund);
  await record(rest, replaced);
  const done = await isCompleted(rest);
  expect(done.refundTxHash).toBe(replaced);
  expect(done.txHash).not.toBe(replaced);
  expect(await getSession(stack, session.id)).toMatchObject({ status: "refunded" });
  await openMail(page, stack, { to: email, subject: "Refund: 29.00" });
  await expect(page.locator("pre")).toContainText(done.txHash ?? "none");
  await openMail(page, stack, { to: "owner@acme.example", subject: "Refund completed: 29.00" });
});

/** Sends a transaction and, before any block has it, another one for more in its place. @returns the first one's hash */
async function speedUp({ to, data }: WalletTransaction): Promise<string> {
  const node = createPublicClient({ transport: http(stack.rpcUrl) });
  const call = { to, data, account: merchant };
  const [nonce, gas, fees] = await Promise.all([
    node.getTransactionCount({ address: merchant.address }),
    node.estimateGas(call),
    node.estimateFeesPerGas(),
  ]);
  const { chainId } = stack;
  const sign = (times: bigint) =>
    merchant.signTransaction({
      ...{ to, data, chainId, nonce, gas },
      maxFeePerGas: (fees.maxFeePerGas + 1n) * times,
      maxPriorityFeePerGas: (fees.maxPriorityFeePerGas + 1n) * times,
    });
  const [first, second] = [await sign(1n), await sign(3n)];
  const batch = [first, second].map((raw, id) => ({
    jsonrpc: "2.0",
    id,
    method: "eth_sendRawTransaction",
    params: [raw],
  }));
  const response = await fetch(stack.rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(batch),
  });
  const answers = (await response.json()) as { id: number; result?: string }[];
  expect(answers.map(({ result }) => result)).toEqual([keccak256(first), keccak256(second)]);
  return keccak256(first);
}

import { expect, type Page, test } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { PayStatus } from "@/lib/contract/payments/hosted-pay";
import { fundedKey } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createSession, sharedStack } from "./stack";

const stack = sharedStack();
const { chainId } = stack;

async function open(page: Page) {
  const wallet = await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl);
  return { wallet, session, pay: payPage(page) };
}

test("only a payment on its way holds a stream", async ({ page }) => {
  const streams: string[] = [];
  const polls: string[] = [];
  page.on("request", (request) => {
    if (!request.url().endsWith("/events")) return;
    const streaming = request.headers().accept?.includes("text/event-stream");
    (streaming ? streams : polls).push(request.url());
  });
  const { pay } = await open(page);
  await expect.poll(() => polls.length, { timeout: 60_000 }).toBeGreaterThan(0);
  expect(streams).toEqual([]);
  await pay.choose("Example Wallet");
  await pay.signAndPay();
  expect(streams).toHaveLength(1);
});

test("nine pay pages are open beside each other, and each of them works", async ({ context }) => {
  for (let opened = 0; opened < 9; opened++) {
    const page = await context.newPage();
    await page.goto((await createSession(stack)).checkoutUrl);
    await expect(payPage(page).button("Test wallet")).toBeEnabled();
  }
});

test("an account that is left and chosen again shows what it will sign", async ({ page }) => {
  const { wallet, pay } = await open(page);
  const first = wallet.account;
  await pay.choose("Example Wallet");
  const shown = async () => {
    await expect(page.getByText(/once, until \d.* at the latest/)).toBeVisible();
    await page.getByText("What your wallet will show").first().click();
    await expect(page.getByText(first.address).first()).toBeVisible();
  };
  await shown();
  await wallet.changeAccount(privateKeyToAccount(generatePrivateKey()));
  await expect(pay.heading("Not enough USDC")).toBeVisible();
  await wallet.changeAccount(first);
  await expect(pay.button("Sign and pay")).toBeEnabled();
  await shown();
  await pay.signAndPay();
});

test("a page that is loaded again has its wallet back without asking for it", async ({ page }) => {
  const { wallet, pay } = await open(page);
  await pay.choose("Example Wallet");
  await expect(pay.button("Sign and pay")).toBeEnabled();
  await page.reload();
  await expect(pay.button("Sign and pay")).toBeEnabled();
  expect(wallet.calls.filter((method) => method === "eth_requestAccounts")).toHaveLength(1);
  await pay.button("Change").click();
  await expect(pay.heading("Pay with your wallet")).toBeVisible();
  await page.reload();
  await expect(pay.button("Example Wallet")).toBeEnabled();
  await expect(pay.heading("Pay with your wallet")).toBeVisible();
});

test("a wallet that shares nothing any more is not asked again after a reload", async ({
  page,
}) => {
  const { wallet, pay } = await open(page);
  await pay.choose("Example Wallet");
  await expect(pay.heading("Review and sign")).toBeVisible();
  wallet.answer("eth_accounts", () => []);
  await page.reload();
  await expect.poll(() => wallet.calls).toContain("eth_accounts");
  await expect(pay.heading("Pay with your wallet")).toBeVisible();
  expect(wallet.calls.filter((method) => method === "eth_requestAccounts")).toHaveLength(1);
});

/** Answers for the server what became of the payment, `seconds` after the page was made. */
async function tellSeen(page: Page, sinceOpened: { final: number; told: number }) {
  let madeAt = 0;
  await page.route("**/api/pay/*/events", async (route) => {
    if (madeAt === 0) {
      const real: PayStatus = await (await route.fetch({ headers: {} })).json();
      madeAt = Date.parse(real.asOf);
    }
    const at = (seconds: number) => new Date(madeAt + seconds * 1_000).toISOString();
    const status: PayStatus = {
      status: "seen",
      txHash: `0x${"a".repeat(64)}`,
      refundTxHash: null,
      from: null,
      to: null,
      failureCode: null,
      submittedAt: at(1),
      seenAt: at(2),
      expectedFinalAt: at(sinceOpened.final),
      confirmedAt: null,
      chainId: 31_337,
      asOf: at(sinceOpened.told).replace("Z", "000Z"),
    };
    await route.fulfill({ json: status });
  });
}

test("the time to finality counts from the newest status, not from when the page was opened", async ({
  page,
}) => {
  await tellSeen(page, { told: 1_000, final: 1_080 });
  await open(page);
  await expect(page.getByText(/will be final in about (7\d|80) seconds/)).toBeVisible({
    timeout: 60_000,
  });
});

test("what is late by the newest status is called late at once", async ({ page }) => {
  await tellSeen(page, { told: 1_000, final: 900 });
  await open(page);
  await expect(page.getByText("Finalising is taking longer than usual.")).toBeVisible({
    timeout: 60_000,
  });
});

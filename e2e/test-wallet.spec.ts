import { expect, test } from "@playwright/test";
import { payPage } from "./pay-page";
import { createSession, getSession, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();

test("anyone pays with the test wallet, from the link to the receipt", { tag: "@flow" }, async ({
  page,
}) => {
  const session = await createSession(stack, { description: "Two bags of Sidamo" });
  const pay = payPage(page);
  await page.goto(session.checkoutUrl);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("49.00\u00a0USDC");
  await expect(page.getByText("Two bags of Sidamo")).toBeVisible();
  await expect(page.getByText("Test mode")).toBeVisible();
  await pay.choose("Test wallet");
  await page.getByLabel("E-mail for your receipt").fill("payer@example.com");
  await pay.signAndPay();
  await expect(page.getByText("Receipt number").locator("..")).toContainText(session.id);

  const paid = await getSession(stack, session.id);
  expect(paid.status).toBe("confirmed");
  const transaction = await merchantApi(stack).transactions.get({
    id: paid.transactionId ?? "",
  });
  expect(transaction).toMatchObject({ amount: "49000000", status: "confirmed" });
  expect(BigInt(transaction.fee) + BigInt(transaction.netAmount)).toBe(49_000_000n);
  await expect(page.getByText(transaction.txHash)).toBeVisible();
  const { data } = await merchantApi(stack).customers.list();
  expect(data).toContainEqual(
    expect.objectContaining({ email: "payer@example.com", walletAddress: transaction.from }),
  );
});

test("the receipt stays until the payer follows the link back to the merchant", async ({
  page,
}) => {
  const successUrl = `${stack.baseUrl}/?order={SESSION_ID}`;
  const session = await createSession(stack, { successUrl });
  const pay = payPage(page);
  await page.clock.install();
  await page.goto(session.checkoutUrl);
  await pay.choose("Test wallet");
  await pay.signAndPay();
  await page.clock.fastForward("30:00");
  await expect(pay.heading("Payment complete")).toBeVisible();
  expect(page.url()).toBe(session.checkoutUrl);
  await page.getByRole("link", { name: "Return to Acme Coffee" }).click();
  await page.waitForURL(`${stack.baseUrl}/?order=${session.id}`);
});

test("pays in the other currency too, and in live mode on the local chain", async ({ page }) => {
  const session = await createSession(stack.live, { amount: "1500000", currency: "EURC" });
  const pay = payPage(page);
  await page.goto(session.checkoutUrl);
  await expect(page.getByText("Test mode")).toHaveCount(0);
  await pay.choose("Test wallet");
  await pay.signAndPay();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("1.50\u00a0EURC");
});

import { expect, test } from "@playwright/test";
import { fundedKey } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createSession, getSession, type Stack } from "./stack";
import { startStack } from "./start-stack";

const FINALITY_DEPTH = 40;

let stack: Stack;
let stop = async () => {};

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const started = await startStack({ finalityDepth: FINALITY_DEPTH });
  stop = started.stop;
  stack = { ...started.demo.info, databaseUrl: started.demo.databaseUrl };
});
test.afterAll(() => stop());

test("between mined and final the payer is told to wait, and cannot pay again", async ({
  page,
}) => {
  test.setTimeout(180_000);
  await injectWallet(page, { chainId: stack.chainId, privateKey: fundedKey(stack) });
  const session = await createSession(stack, { successUrl: "https://shop.example/thanks" });
  const pay = payPage(page);
  await page.goto(session.checkoutUrl);
  await pay.choose("Example Wallet");
  await pay.button("Sign and pay").click();
  await expect(pay.heading("Payment received, being finalised")).toBeFocused();
  await expect(page.getByText("do not pay again")).toBeVisible();
  const noWayToPay = async () => {
    await expect(page.getByRole("button", { name: /pay|sign|wallet/i })).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Return to Acme Coffee" })).toHaveAttribute(
      "href",
      `https://shop.example/thanks?session_id=${session.id}`,
    );
  };
  await noWayToPay();
  expect((await getSession(stack, session.id)).status).toBe("pending");
  await page.reload();
  await expect(pay.heading("Payment received, being finalised")).toBeVisible();
  await noWayToPay();
  await expect(pay.heading("Payment complete")).toBeVisible({ timeout: 120_000 });
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
});

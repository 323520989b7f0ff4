import { expect, type Page, test } from "@playwright/test";
import { fundedKey } from "./fund";
import { injectWallet, WalletRefusal } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createSession, getSession, sharedStack, withDatabase } from "./stack";

const stack = sharedStack();

/** A payer who was asked for two signatures once is asked for two again. */
async function open(page: Page) {
  const { chainId } = stack;
  const wallet = await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const session = await createSession(stack);
  const payer = Buffer.from(wallet.account.address.slice(2), "hex");
  await withDatabase(
    stack,
    (sql) => sql`
      insert into signing_requests (session_id, payer, signatures, nonce, valid_before)
      values (${session.id}, ${payer}, 2, ${Buffer.alloc(32, 0x5c)}, to_timestamp(1))`,
  );
  await page.goto(session.checkoutUrl);
  const prompts = () => wallet.calls.filter((method) => method === "eth_signTypedData_v4").length;
  return { wallet, session, prompts, pay: payPage(page) };
}

const decline = () => {
  throw new WalletRefusal(4001);
};

test("a payer who is asked for two signatures signs exactly two, shown before the wallet is asked", async ({
  page,
}) => {
  const { session, prompts, pay } = await open(page);
  await pay.choose("Example Wallet");
  await expect(page.getByRole("heading", { name: "Allow exactly 49.00 USDC" })).toBeVisible();
  await page.getByText("What your wallet will show").first().click();
  await expect(page.getByText("ReceiveWithAuthorization")).toBeVisible();
  await expect(page.getByText("49000000", { exact: true }).first()).toBeVisible();
  await page.getByText("What your wallet will show").last().click();
  await expect(page.getByText("Stipend Payments 1")).toBeVisible();
  expect(prompts()).toBe(0);
  await pay.signAndPay();
  expect(prompts()).toBe(2);
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
});

test("a declined signature keeps its step: the first is not asked for twice", async ({ page }) => {
  const { wallet, session, prompts, pay } = await open(page);
  await pay.choose("Example Wallet");
  wallet.answer("eth_signTypedData_v4", decline);
  await pay.button("Sign and pay").click();
  await expect(pay.heading("You declined signature 1")).toBeFocused();
  wallet.answer("eth_signTypedData_v4", ([, json]) => {
    const data = JSON.parse(String(json));
    return data.primaryType === "PaymentIntent" ? decline() : wallet.account.signTypedData(data);
  });
  await pay.button("Sign again").click();
  await expect(pay.heading("You declined signature 2")).toBeFocused();
  expect((await getSession(stack, session.id)).status).toBe("pending");
  expect(prompts()).toBe(3);
  wallet.answer("eth_signTypedData_v4", undefined);
  await pay.button("Sign again").click();
  await pay.receipt();
  expect(prompts()).toBe(4);
});

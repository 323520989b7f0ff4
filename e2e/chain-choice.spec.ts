import { expect, type Page, test } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { fund } from "./fund";
import { isInOrder } from "./in-looks";
import { injectWallet } from "./injected-wallet";
import { watchProblems } from "./own-account";
import { payPage } from "./pay-page";
import { SECOND_CHAIN, type SecondChain, startSecondChain } from "./second-chain";
import { createSession, getSession, sharedStack } from "./stack";

const stack = sharedStack();
const FIRST_CHAIN = stack.chainId;
const LABEL = `Chain ${SECOND_CHAIN}`;

let second: SecondChain;
/** The stack as the process with both chains serves it. */
let both: typeof stack;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  second = await startSecondChain(stack);
  both = { ...stack, baseUrl: second.baseUrl };
});
test.afterAll(() => second?.stop());

/** A payer on the first chain with so much USDC on each, at the page of a new session of 49 USDC. */
async function visit(page: Page, have: { here: bigint; there: bigint }, chainId?: number) {
  const privateKey = generatePrivateKey();
  const { address } = privateKeyToAccount(privateKey);
  if (have.here > 0n) await fund(stack, address, have.here);
  if (have.there > 0n) await second.mint(address, have.there);
  const session = await createSession(both, chainId === undefined ? {} : { chainId });
  const wallet = await injectWallet(page, { chainId: FIRST_CHAIN, privateKey });
  await page.goto(`${second.baseUrl}/pay/${session.id}`);
  return { session, wallet, pay: payPage(page), privateKey };
}

const radio = (page: Page, name: string | RegExp) => page.getByRole("radio", { name });

test("a payer whose balance is on the other chain is offered that one first, and pays there", async ({
  page,
}) => {
  const problems = watchProblems(page);
  const { session, wallet, pay } = await visit(page, { here: 3_000_000n, there: 60_000_000n });
  expect(session.chainId).toBe(FIRST_CHAIN);
  await pay.choose("Example Wallet");
  await expect(pay.heading("Choose a network")).toBeVisible();
  await expect(radio(page, new RegExp(`${LABEL} 60\\.00`))).toBeChecked();
  await expect(radio(page, /3\.00.USDC Not enough/)).not.toBeChecked();
  expect(wallet.calls).not.toContain("wallet_switchEthereumChain");
  await isInOrder(page);
  await pay.button("Continue").click();
  await expect(pay.heading("Review and sign")).toBeVisible();
  expect(wallet.calls).toContain("wallet_switchEthereumChain");
  expect(await getSession(both, session.id)).toMatchObject({ chainId: SECOND_CHAIN });
  await pay.signAndPay();
  const paid = await getSession(both, session.id);
  expect(paid).toMatchObject({ status: "confirmed", chainId: SECOND_CHAIN });
  expect(problems).toEqual([]);
});

test("the chains can be chosen by the keyboard, before a wallet is connected as well", async ({
  page,
}) => {
  const { session, pay } = await visit(page, { here: 60_000_000n, there: 60_000_000n });
  await isInOrder(page);
  const [here, there] = [radio(page, /^(?!Chain)/), radio(page, LABEL)];
  await expect(here).toBeChecked();
  await here.focus();
  await page.keyboard.press("ArrowDown");
  await expect(there).toBeChecked();
  await page.keyboard.press("ArrowUp");
  await expect(here).toBeChecked();
  await expect(pay.button(`Pay on ${LABEL}`)).toBeHidden();
  await page.keyboard.press("ArrowDown");
  await pay.button(`Pay on ${LABEL}`).focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await getSession(both, session.id)).chainId).toBe(SECOND_CHAIN);
  // It was chosen: the wallet is asked to go there.
  await expect(there).toBeChecked();
  await pay.choose("Example Wallet");
  await expect(pay.heading("Review and sign")).toBeVisible();
});

test("of two payers with one link the first who is asked to sign decides, and the other one is told", async ({
  page,
  browser,
}) => {
  const { session, pay } = await visit(page, { here: 60_000_000n, there: 60_000_000n });
  const context = await browser.newContext();
  const other = await context.newPage();
  await injectWallet(other, { chainId: FIRST_CHAIN, privateKey: generatePrivateKey() });
  await other.goto(`${second.baseUrl}/pay/${session.id}`);
  const otherPay = payPage(other);
  await otherPay.choose("Example Wallet");
  await expect(otherPay.heading("Choose a network")).toBeVisible();

  await pay.choose("Example Wallet");
  await pay.button("Continue").click();
  await expect(pay.button("Sign and pay")).toBeEnabled();
  await expect(pay.heading("Review and sign")).toBeVisible();
  await page.waitForLoadState("networkidle");

  await radio(other, new RegExp(LABEL)).check();
  await otherPay.button("Continue").click();
  await expect(other.getByText("the network can’t change for now")).toBeVisible();
  await expect(radio(other, new RegExp(LABEL))).toBeDisabled();
  await pay.signAndPay();
  await expect(otherPay.heading("Payment complete")).toBeVisible({ timeout: 60_000 });
  expect((await getSession(both, session.id)).chainId).toBe(FIRST_CHAIN);
  await context.close();
});

test("a page follows a session that another payer has moved", async ({ page, browser }) => {
  const { session } = await visit(page, { here: 0n, there: 0n });
  await expect(radio(page, /^(?!Chain)/)).toBeChecked();
  const context = await browser.newContext();
  const other = await context.newPage();
  await other.goto(`${second.baseUrl}/pay/${session.id}`);
  await radio(other, LABEL).check();
  await payPage(other).button(`Pay on ${LABEL}`).click();
  await expect(radio(page, LABEL)).toBeChecked();
  await context.close();
});

test("a session whose chain the merchant named has nothing to choose", async ({ page }) => {
  const have = { here: 60_000_000n, there: 60_000_000n };
  const { pay } = await visit(page, have, FIRST_CHAIN);
  await pay.choose("Example Wallet");
  await expect(pay.heading("Review and sign")).toBeVisible();
  await expect(page.getByRole("radio")).toHaveCount(0);
});

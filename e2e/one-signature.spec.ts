import { type Browser, expect, type Page, test } from "@playwright/test";
import { fundedKey } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { type ApiSession, createSession, getSession, sharedStack, withDatabase } from "./stack";

const stack = sharedStack();
const { chainId } = stack;

interface Message {
  primaryType: string;
  message: { nonce: string };
}

/** A wallet of the payer on a device, which answers what it is asked to sign only when it is told to. */
async function device(page: Page, { checkoutUrl }: ApiSession) {
  const wallet = await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const asked: Message[] = [];
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  wallet.answer("eth_signTypedData_v4", async ([, json]) => {
    const data = JSON.parse(String(json));
    asked.push(data);
    await held;
    return wallet.account.signTypedData(data);
  });
  await page.goto(checkoutUrl);
  return { wallet, asked, release, pay: payPage(page) };
}

async function pageOn(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ locale: "en-GB" });
  return context.newPage();
}

/** The nonces under which the session's payment was relayed. */
const relayedNonces = (id: string) =>
  withDatabase(stack, async (sql) => {
    const rows = await sql<{ nonce: string }[]>`
      select '0x' || encode(auth_nonce, 'hex') as nonce from relay_submissions
      where session_id = ${id}`;
    return rows.map(({ nonce }) => nonce);
  });

test("two devices are asked for the same nonce, and the session is charged once", async ({
  browser,
}) => {
  const session = await createSession(stack);
  const pages = [await pageOn(browser), await pageOn(browser)];
  const devices = await Promise.all(pages.map((page) => device(page, session)));
  for (const { pay, asked } of devices) {
    await pay.choose("Example Wallet");
    await pay.button("Sign and pay").click();
    await expect.poll(() => asked.length).toBe(1);
  }
  for (const { release } of devices) release();
  for (const { pay } of devices) await pay.receipt();
  const messages = devices.flatMap(({ asked }) => asked);
  expect(messages.map(({ primaryType }) => primaryType)).toEqual(
    Array(2).fill("ReceiveWithAuthorization"),
  );
  const [nonce] = messages.map(({ message }) => message.nonce);
  expect(messages[1]?.message.nonce).toBe(nonce);
  expect(await relayedNonces(session.id)).toEqual([nonce]);
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
  for (const page of pages) await page.context().close();
});

test("a page that is loaded again while the wallet is asked asks for the same nonce", async ({
  page,
}) => {
  const session = await createSession(stack);
  const { asked, release, pay } = await device(page, session);
  await pay.choose("Example Wallet");
  await pay.button("Sign and pay").click();
  await expect.poll(() => asked.length).toBe(1);
  await expect(pay.heading("Sign in Example Wallet")).toBeVisible();
  await page.reload();
  // The wallet is taken up again without asking its user.
  await expect(pay.heading("Review and sign")).toBeVisible();
  await pay.button("Sign and pay").click();
  await expect.poll(() => asked.length).toBe(2);
  release();
  await pay.receipt();
  expect(asked[1]?.message.nonce).toBe(asked[0]?.message.nonce);
  expect(await relayedNonces(session.id)).toEqual([asked[0]?.message.nonce]);
});

test("a message that is not for what the page shows never reaches the wallet", async ({ page }) => {
  const session = await createSession(stack);
  const { wallet, pay } = await device(page, session);
  await page.route("**/pay/**", async (route) => {
    if (route.request().method() !== "POST") return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replaceAll('"value":"49000000"', '"value":"490000000"');
    await route.fulfill({ response, body });
  });
  await pay.choose("Example Wallet");
  await expect(pay.heading("Something went wrong")).toBeVisible();
  await expect(page.getByText("doesn’t match this page, so we didn’t ask it to")).toBeVisible();
  expect(wallet.calls).not.toContain("eth_signTypedData_v4");
  await page.unroute("**/pay/**");
  await pay.button("Reload").click();
  await expect(pay.button("Sign and pay")).toBeEnabled();
});

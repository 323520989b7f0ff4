import { expect, type Page, test } from "@playwright/test";
import { fundedKey } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createSession, getSession, sharedStack, withDatabase } from "./stack";

const stack = sharedStack();
const { chainId } = stack;

async function open(page: Page) {
  const wallet = await injectWallet(page, { chainId, privateKey: fundedKey(stack) });
  const session = await createSession(stack);
  await page.goto(session.checkoutUrl);
  return { wallet, session, pay: payPage(page) };
}

const countSubmissions = (sessionId: string) =>
  withDatabase(stack, async (sql) => {
    const [row] = await sql`
      select count(*)::int as count from relay_submissions where session_id = ${sessionId}`;
    return row?.count;
  });

test("a second tab goes to the receipt when the first one pays", async ({ page, context }) => {
  const { session, pay } = await open(page);
  const second = await context.newPage();
  await second.goto(session.checkoutUrl);
  await payPage(second).choose("Test wallet");
  await expect(payPage(second).heading("Review and sign")).toBeVisible();
  await pay.choose("Example Wallet");
  await pay.signAndPay();
  await payPage(second).receipt();
  expect(await countSubmissions(session.id)).toBe(1);
});

test("without streams the page asks for the status instead", async ({ page }) => {
  await page.route("**/api/pay/*/events", (route) =>
    route.request().headers().accept?.includes("text/event-stream")
      ? route.abort()
      : route.continue(),
  );
  const { pay } = await open(page);
  await pay.choose("Test wallet");
  await pay.signAndPay();
});

test("a lost answer is asked for again with the same signatures, and charged once", async ({
  page,
}) => {
  const { wallet, session, pay } = await open(page);
  await page.route("**/api/pay/*/events", (route) => route.abort());
  let lost = 0;
  await page.route("**/pay/**", async (route) => {
    if (!(route.request().postData() ?? "").includes("authSignature")) return route.continue();
    // The server gets it; its answer does not come back, twice.
    await route.fetch();
    lost += 1;
    return lost <= 2 ? route.abort() : route.continue();
  });
  await pay.choose("Example Wallet");
  await pay.button("Sign and pay").click();
  await expect(page.getByText("The connection broke.")).toBeVisible();
  await expect(pay.button("Use another wallet")).toHaveCount(0);
  // By the time that an answer comes through, the payment may be anywhere on its way.
  await expect(pay.heading(/^Payment (on its way|received|complete)/)).toBeVisible();
  expect(await countSubmissions(session.id)).toBe(1);
  expect(wallet.calls.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(1);
  await expect
    .poll(async () => (await getSession(stack, session.id)).status, { timeout: 60_000 })
    .toBe("confirmed");
});

test("while the signatures are only in the tab, the page asks to stay", async ({ page }) => {
  const { session, pay } = await open(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/pay/**", async (route) => {
    if ((route.request().postData() ?? "").includes("authSignature")) await held;
    await route.continue();
  });
  const asked: string[] = [];
  page.on("dialog", async (dialog) => {
    asked.push(dialog.type());
    await dialog.dismiss();
  });
  await pay.choose("Example Wallet");
  await pay.button("Sign and pay").click();
  await expect(page.getByText("Please keep this page open")).toBeVisible();
  await expect(page.getByText("close this page")).toHaveCount(0);
  await page.close({ runBeforeUnload: true });
  await expect.poll(() => asked).toEqual(["beforeunload"]);
  expect(page.isClosed()).toBe(false);
  release();
  await pay.receipt();
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
  expect(asked).toHaveLength(1);
});

test("a page that loses the server says so, keeps its state and comes back", async ({
  page,
  context,
}) => {
  const { pay } = await open(page);
  await pay.choose("Example Wallet");
  await expect(pay.heading("Review and sign")).toBeVisible();
  await context.setOffline(true);
  const offline = page.getByText(/^You’re offline/);
  await expect(offline).toBeVisible();
  await expect(pay.heading("Review and sign")).toBeVisible();
  await context.setOffline(false);
  await expect(offline).toHaveCount(0, { timeout: 60_000 });
  await expect(pay.heading("Review and sign")).toBeVisible();
});

test("a payment that failed for good can be paid again, with the same nonce", async ({ page }) => {
  const { wallet, session, pay } = await open(page);
  const nonces: string[] = [];
  wallet.answer("eth_signTypedData_v4", ([, json]) => {
    const data = JSON.parse(String(json));
    nonces.push(data.message.nonce);
    return wallet.account.signTypedData(data);
  });
  await pay.choose("Example Wallet");
  await withDatabase(stack, async (sql) => {
    // Holds every submission back, so that it can be ended before anything is signed for it.
    await sql`create or replace function hold_back() returns trigger language plpgsql as $$
      begin new.state := 'expired'; new.failure_code := 'insufficient_balance'; return new; end $$`;
    await sql`create trigger hold_back before insert on relay_submissions
      for each row when (new.session_id = ${sql.unsafe(`'${session.id}'`)}) execute function hold_back()`;
  });
  try {
    await pay.button("Sign and pay").click();
    await expect(pay.heading("Payment did not go through")).toBeFocused();
    await expect(page.getByText("The wallet’s balance changed")).toBeVisible();
    await expect(page.getByText("Nothing was charged.")).toBeVisible();
  } finally {
    await withDatabase(stack, (sql) => sql`drop trigger hold_back on relay_submissions`);
  }
  await pay.button("Pay again").click();
  await pay.signAndPay();
  expect(new Set(nonces).size).toBe(1);
  expect(nonces).toHaveLength(2);
});

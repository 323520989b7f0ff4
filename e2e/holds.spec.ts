import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, type Page, test } from "@playwright/test";
import type { Hex } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { payByApi } from "@/cli/src/pay/pay-by-api";
import { openAsAdmin } from "./admin-sign-in";
import { fund } from "./fund";
import { isInOrder } from "./in-looks";
import { noPointer, pressOn, refusePointers } from "./keys";
import { watchProblems } from "./own-account";
import { openAsOwner } from "./sign-in";
import {
  callChain,
  createSession,
  getSession,
  merchantApi,
  type Stack,
  withDatabase,
} from "./stack";
import { startStack } from "./start-stack";

const list = join(tmpdir(), `stipend-e2e-holds-${process.pid}.txt`);
const unusedWallet = `0x${"ad".repeat(20)}`;

let stack: Stack;
let stop = async () => {};
let pauseChain = () => () => {};

// A stack of its own: here the operator's list changes.
test.beforeAll(async () => {
  writeFileSync(list, unusedWallet);
  const started = await startStack({ blockMs: 500, appEnv: { SCREENING_LIST: list } });
  ({ stack, stop } = started);
  pauseChain = started.demo.chain.pause;
});
test.afterAll(() => stop());

const addressOf = (key: Hex) => privateKeyToAccount(key).address;

/** Pays two sessions; while both payments are in a block that is not final, the list names their payers. */
async function payAndBlock(keys: readonly Hex[]): Promise<string[]> {
  const api = merchantApi(stack);
  for (const key of keys) await fund(stack, addressOf(key), 60_000_000n);
  const goOn = pauseChain();
  try {
    // The payers' money may still wait for a block.
    await callChain(stack, "evm_mine", []);
    const sessions = await Promise.all(
      keys.map(async (key) => {
        const session = await createSession(stack);
        await payByApi(api, session, key);
        return session;
      }),
    );
    const ids = sessions.map(({ id }) => id);
    await expect
      .poll(async () => {
        await callChain(stack, "evm_mine", []);
        const seen = await withDatabase(
          stack,
          (sql) => sql`select from transactions where session_id = any (${ids})`,
        );
        return seen.length;
      })
      .toBe(ids.length);
    writeFileSync(list, keys.map(addressOf).join("\n"));
    await sleep(1_100);
    return ids;
  } finally {
    goOn();
  }
}

async function typesOf(...ids: string[]): Promise<string[]> {
  const rows = await withDatabase(
    stack,
    (sql) => sql<{ type: string }[]>`
      select type from events where resource_id = any (${ids}) order by created_at, sequence`,
  );
  return rows.map(({ type }) => type);
}

const rowsWaiting = (page: Page) =>
  page.getByRole("table", { name: "Waiting for a decision" }).getByRole("row");
const short = (address: string) => new RegExp(`${address.slice(0, 6)}.*${address.slice(-4)}$`, "i");

/** Has the payment of a payer refunded: the merchant sends the money, so that a refund waits for it. */
async function refundInConsole(page: Page, payer: string): Promise<void> {
  await openAsAdmin(page, stack, "/admin/holds");
  await expect(rowsWaiting(page)).toHaveCount(3);
  const refund = page
    .getByRole("button", { name: /^Refund 49\.00/ })
    .and(page.getByRole("button", { name: short(payer) }));
  await refund.click();
  const dialog = page.getByRole("dialog", { name: /^Refund the payment of 49\.00/ });
  await expect(dialog.getByText(new RegExp(payer, "i"))).toBeVisible();
  await isInOrder(page);
  await dialog.getByLabel("Reason").fill("Not for us");
  await dialog.getByRole("button", { name: "Refund payment" }).click();
  await expect(page.getByText("Refund created for the merchant to send.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(rowsWaiting(page)).toHaveCount(2);
}

/** Releases the payment that waits by keys alone: the consequence is shown first, and a reason asked for. */
async function releaseInConsole(page: Page): Promise<void> {
  await refusePointers(page);
  await page.goto(`${stack.baseUrl}/admin/holds`);
  await expect(rowsWaiting(page)).toHaveCount(2);
  await isInOrder(page);
  const release = /^Release 49\.00/;
  await pressOn(page, release);
  const dialog = page.getByRole("dialog", { name: /^Release the payment of 49\.00/ });
  await expect(dialog.getByText("The payment would be confirmed.")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: release })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByText("Say why, for the audit log.")).toBeVisible();
  await expect(dialog.getByLabel("Reason")).toBeFocused();
  await isInOrder(page);
  await page.keyboard.type("Looked at");
  await page.keyboard.press("Enter");
  await expect(page.getByText("No payments are waiting for a decision.")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await noPointer(page);
  await page.goto(`${stack.baseUrl}/admin/audit?action=screening.released`);
  await expect(page.getByRole("row").filter({ hasText: "Looked at" })).toBeVisible();
}

test("payments of listed wallets are held: one is returned by its merchant, one refunded and one released in the console, each told once", async ({
  page,
  browser,
}) => {
  test.setTimeout(600_000);
  const problems = watchProblems(page);
  const keys = [generatePrivateKey(), generatePrivateKey(), generatePrivateKey()];
  const [first = "", second = "", third = ""] = await payAndBlock(keys);
  await openAsOwner(page, stack, "/dashboard/compliance");
  const holds = page.getByRole("region", { name: "Payments on hold" });
  await expect(holds.getByRole("listitem")).toHaveCount(3, { timeout: 60_000 });
  await isInOrder(page);

  const transactionOf = async (sessionId: string) => {
    const { data } = await merchantApi(stack).transactions.list({ sessionId });
    return data[0]?.id ?? "";
  };
  const returned = await transactionOf(first);
  const line = holds.getByRole("listitem").filter({ has: page.locator(`a[href*="${returned}"]`) });
  await line.getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog", { name: /^Refund the held payment of/ });
  await dialog.getByRole("button", { name: "Refund payment" }).click();
  await expect(dialog.getByText("Enter a reason.")).toBeVisible();
  await dialog.getByLabel("Reason").fill("We do not serve this customer");
  await isInOrder(page);
  // A read that fails meanwhile leaves the list, the dialog and what was typed.
  const reads = /\/v1\/compliance\/holds\?/;
  await page.route(reads, (route) => route.abort());
  await expect(page.getByText("The server didn’t answer.").first()).toBeVisible({
    timeout: 60_000,
  });
  await expect(dialog.getByLabel("Reason")).toHaveValue("We do not serve this customer");
  await page.unroute(reads);
  await dialog.getByRole("button", { name: "Refund payment" }).click();
  await page.waitForURL(/\/dashboard\/refunds\/re_/);
  const refundId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  expect(await typesOf(first, refundId)).toEqual([
    "payment.created",
    "payment.seen",
    "refund.created",
  ]);

  const till = await page.context().newPage();
  await till.goto(`${stack.baseUrl}/pay/${first}`);
  await expect(
    till.getByRole("heading", { level: 2, name: /is returning your payment/ }),
  ).toBeVisible();
  await isInOrder(till);
  await till.close();

  const admins = await (await browser.newContext()).newPage();
  await refundInConsole(admins, addressOf(keys[2] ?? "0x"));
  const { data: refunds } = await merchantApi(stack).refunds.list({
    transactionId: await transactionOf(third),
  });
  expect(refunds).toHaveLength(1);
  // The refund does not decide by itself that the payment is confirmed, nor is the money sent by the operator.
  expect(await getSession(stack, third)).not.toMatchObject({ status: "confirmed" });
  expect((await typesOf(third)).filter((type) => type === "payment.completed")).toEqual([]);

  const released = await transactionOf(second);
  await releaseInConsole(admins);
  expect(released).toMatch(/^txn_/);
  expect(await getSession(stack, second)).toMatchObject({ status: "confirmed" });
  expect((await typesOf(second)).filter((type) => type === "payment.completed")).toHaveLength(1);
  const told = await withDatabase(
    stack,
    (sql) => sql<{ subjects: number; events: number }[]>`
      select count(distinct object ->> 'subject')::int as subjects, count(*)::int as events
      from events where type = 'compliance.wallet_blocked'`,
  );
  expect(told).toEqual([expect.objectContaining({ subjects: 3, events: 3 })]);

  await page.goto(`${stack.baseUrl}/dashboard/compliance?mode=test&result=blocked`);
  await expect(page.getByRole("table").getByRole("row")).not.toHaveCount(1);
  await expect(holds).toBeHidden();
  await isInOrder(page);
  await page.getByRole("button", { name: /^Notifications/ }).click();
  await expect(page.getByText("Wallet blocked by screening").first()).toBeVisible();
  expect(problems).toEqual([]);
});

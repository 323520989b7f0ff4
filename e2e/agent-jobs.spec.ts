import { randomBytes } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";
import { fund, fundedKey } from "./fund";
import { isInOrder } from "./in-looks";
import { injectWallet } from "./injected-wallet";
import { openAsOwner } from "./sign-in";
import { callChain, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const api = merchantApi(stack);
const { chainId, rpcUrl, merchantKey } = stack;
const vendorKey = fundedKey(stack, 3);
const vendor = privateKeyToAccount(vendorKey).address;
const agentPage = `${stack.baseUrl}/dashboard/agent?mode=test`;

/** Sends what the page asks of the owner's wallet until the treasury keeps to the limits; it is read once a minute. */
async function sendPolicy(page: Page): Promise<void> {
  const limits = page.getByRole("region", { name: "Commerce limits" });
  const kept = limits.getByText("Your treasury holds the agent to these limits.");
  const calls = limits.getByRole("list").getByRole("button");
  const sent = new Set<string>();
  await expect(async () => {
    await page.goto(agentPage);
    await expect(kept.or(calls.first())).toBeVisible({ timeout: 2_000 });
    for (const name of await calls.allTextContents()) {
      if (sent.has(name)) continue;
      sent.add(name);
      await limits.getByRole("button", { name, exact: true }).click();
      await page.getByRole("button", { name: "Send with Example Wallet" }).click();
      await expect(page.getByText("Sent. This page shows it once it is final.")).toBeVisible();
      await page.goto(agentPage);
    }
    await expect(kept).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 240_000, intervals: [2_000] });
}

const statusOf = async (id: string) => (await api.jobs.get({ id })).status;

test("an agent's job below the limits is funded, done on the vendor's page, accepted and paid", async ({
  page,
  browser,
}) => {
  test.setTimeout(480_000);
  const owner = privateKeyToAccount(merchantKey).address;
  await callChain(stack, "anvil_setBalance", [owner, "0x8ac7230489e80000"]);
  await injectWallet(page, { chainId, rpcUrl, privateKey: merchantKey });
  await openAsOwner(page, stack, "/dashboard/agent");
  await page.getByRole("checkbox", { name: "Commerce" }).check();
  const limits = page.getByRole("region", { name: "Commerce limits" });
  await limits.getByLabel("Approval above, in USD").fill("100");
  await limits.getByLabel("Cap for 30 days, in USD").fill("500");
  await limits.getByLabel("Approved vendors").fill(vendor);
  await limits.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("Saved.").first()).toBeVisible();
  await sendPolicy(page);
  await isInOrder(page);

  const { commerce } = await api.agents.getConfig();
  expect(commerce.policy).toBe("in_sync");
  await fund(stack, commerce.treasuryAddress as `0x${string}`, 50_000_000n);
  const job = await api.jobs.create({
    vendorAddress: vendor,
    description: "Ten product photos",
    amount: "25000000",
    currency: "USDC",
  });
  expect(job).toMatchObject({ status: "approved", approvedBy: "policy" });
  await expect.poll(() => statusOf(job.id), { timeout: 60_000 }).toBe("funded");

  const context = await browser.newContext();
  const work = await context.newPage();
  await injectWallet(work, { chainId, rpcUrl, privateKey: vendorKey });
  await work.goto(job.vendorUrl);
  await expect(work.getByText("Ten product photos")).toBeVisible();
  await isInOrder(work);
  await work.getByLabel(/^SHA-256 or other hash/).fill(`0x${randomBytes(32).toString("hex")}`);
  await work.getByRole("button", { name: "Submit with Example Wallet" }).click();
  await expect.poll(() => statusOf(job.id), { timeout: 60_000 }).toBe("submitted");
  await context.close();

  await page.goto(`${stack.baseUrl}/dashboard/agent/jobs?mode=test`);
  await expect(page.getByText("Ten product photos")).toBeVisible();
  await isInOrder(page);
  await page.getByRole("button", { name: /Accept/ }).click();
  await page.getByRole("button", { name: "Send with Example Wallet" }).click();
  await expect.poll(() => statusOf(job.id), { timeout: 60_000 }).toBe("completed");
  const paid = await callChain<string>(stack, "eth_call", [
    {
      to: stack.tokens.USDC,
      data: `0x70a08231${vendor.slice(2).toLowerCase().padStart(64, "0")}`,
    },
    "latest",
  ]);
  expect(BigInt(paid)).toBeGreaterThan(24_000_000n);
});

import { randomBytes } from "node:crypto";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { encodeFunctionData, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { fund, fundedKey } from "./fund";
import { isInOrder } from "./in-looks";
import { openMail } from "./inbox";
import { injectWallet, WalletRefusal } from "./injected-wallet";
import { doAged, watchProblems } from "./own-account";
import { openAsOwner } from "./sign-in";
import { callChain, merchantApi, sharedStack } from "./stack";

const stack = sharedStack();
const api = merchantApi(stack);
const { chainId, rpcUrl, merchantKey } = stack;
const vendorKey = fundedKey(stack, 3);
const vendor = privateKeyToAccount(vendorKey).address;
const agentPage = `${stack.baseUrl}/dashboard/agent?mode=test`;
const jobsPage = `${stack.baseUrl}/dashboard/agent/jobs?mode=test`;

// The first one sets the treasury up for the others.
test.describe.configure({ mode: "serial" });

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

/** The vendor's wallet submits a hash on the vendor's page. */
async function submitWork(browser: Browser, vendorUrl: string, description: string): Promise<void> {
  const context = await browser.newContext();
  const work = await context.newPage();
  await injectWallet(work, { chainId, rpcUrl, privateKey: vendorKey });
  await work.goto(vendorUrl);
  await expect(work.getByText(description)).toBeVisible();
  await isInOrder(work);
  await work.getByRole("button", { name: "Submit with Example Wallet" }).click();
  await expect(work.getByLabel(/^SHA-256 or other hash/)).toBeFocused();
  await work.getByLabel(/^SHA-256 or other hash/).fill(`0x${randomBytes(32).toString("hex")}`);
  await work.getByRole("button", { name: "Submit with Example Wallet" }).click();
  await expect(work.getByText("Submitted. This page shows it once it is final.")).toBeVisible();
  await context.close();
}

const tokenAbi = parseAbi([
  "function owner() view returns (address)",
  "function blacklist(address account)",
  "function unBlacklist(address account)",
  "function balanceOf(address account) view returns (uint256)",
]);

/** Who issues the token, or what the vendor has of it. */
const readToken = async (functionName: "owner" | "balanceOf") =>
  callChain<string>(stack, "eth_call", [
    {
      to: stack.tokens.USDC,
      data:
        functionName === "owner"
          ? encodeFunctionData({ abi: tokenAbi, functionName })
          : encodeFunctionData({ abi: tokenAbi, functionName, args: [vendor] }),
    },
    "latest",
  ]);

/** The token's issuer blocks the vendor, or lifts that. */
async function setBlocked(functionName: "blacklist" | "unBlacklist"): Promise<void> {
  const from = `0x${(await readToken("owner")).slice(-40)}`;
  await callChain(stack, "anvil_impersonateAccount", [from]);
  const data = encodeFunctionData({ abi: tokenAbi, functionName, args: [vendor] });
  const hash = await callChain(stack, "eth_sendTransaction", [
    { from, to: stack.tokens.USDC, data },
  ]);
  // What is sent next may stand before it in the same block.
  const receipt = () => callChain(stack, "eth_getTransactionReceipt", [hash]);
  await expect.poll(receipt, { timeout: 30_000 }).not.toBeNull();
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

  await submitWork(browser, job.vendorUrl, "Ten product photos");
  await expect.poll(() => statusOf(job.id), { timeout: 60_000 }).toBe("submitted");

  await page.goto(jobsPage);
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

test("money is deposited by any wallet and withdrawn by the owner's, which may be elsewhere or decline", async ({
  page,
}) => {
  const problems = watchProblems(page);
  const wallet = await injectWallet(page, { chainId, rpcUrl, privateKey: fundedKey(stack, 2) });
  await openAsOwner(page, stack, "/dashboard/agent");
  const treasury = page.getByRole("region", { name: "Treasury", exact: true });
  await expect(treasury.getByText(/^Spent in 30 days/)).toContainText("25.00 USD of 500.00 USD");
  await treasury.getByRole("button", { name: "Deposit" }).click();
  const deposit = page.getByRole("dialog", { name: "Deposit to the treasury" });
  await deposit.getByRole("button", { name: "Continue" }).click();
  await expect(deposit.getByLabel("Amount")).toBeFocused();
  await deposit.getByLabel("Amount").fill("12.50");
  await isInOrder(page);
  await deposit.getByRole("button", { name: "Continue" }).click();
  await isInOrder(page);
  const send = deposit.getByRole("button", { name: "Deposit with Example Wallet" });
  await wallet.moveTo(1);
  wallet.answer("wallet_switchEthereumChain", () => {
    throw new WalletRefusal(4001);
  });
  await send.click();
  await expect(deposit.getByText(/is on another network|You declined/)).toBeVisible();
  wallet.answer("wallet_switchEthereumChain", undefined);
  wallet.answer("eth_sendTransaction", () => {
    throw new WalletRefusal(4001);
  });
  await send.click();
  await expect(
    deposit.getByText("You declined in Example Wallet. Nothing has changed."),
  ).toBeVisible();
  wallet.answer("eth_sendTransaction", undefined);
  await send.click();
  await expect(treasury.getByText("37.50 USDC")).toBeVisible();

  await treasury.getByRole("button", { name: "Withdraw" }).click();
  const withdraw = page.getByRole("dialog", { name: "Withdraw from the treasury" });
  await withdraw.getByLabel("Amount").fill("40");
  await withdraw.getByRole("button", { name: "Continue" }).click();
  await expect(withdraw.getByText("The treasury holds 37.50 USDC.")).toBeVisible();
  await withdraw.getByLabel("Amount").fill("7.50");
  await isInOrder(page);
  await withdraw.getByRole("button", { name: "Continue" }).click();
  const take = withdraw.getByRole("button", { name: "Withdraw with Example Wallet" });
  await take.click();
  await expect(withdraw.getByText(/^Example Wallet is on 0x/)).toBeVisible();
  await wallet.changeAccount(privateKeyToAccount(merchantKey));
  // As a wallet outside the browser: what it has sent is not offered a second time.
  wallet.answer("eth_getTransactionReceipt", () => {
    throw new WalletRefusal(4900);
  });
  await take.click();
  await expect(
    page.getByText("Sent. The balance changes once it is confirmed.").first(),
  ).toBeVisible();
  await expect(withdraw).toBeHidden();
  await expect(treasury.getByText("30.00 USDC")).toBeVisible();
  await expect(treasury.getByText(/^Withdrawal of/)).toBeHidden();
  await page.goto(agentPage);
  await expect(treasury.getByText("30.00 USDC")).toBeVisible();
  await isInOrder(page);
  expect(problems).toEqual([]);
});

// Before a larger job fills the vendor's day, from where on each job is a person's to approve.
test("a vendor whom the token refuses claims the money on its page, once the token takes it again", async ({
  page,
  browser,
}) => {
  test.setTimeout(480_000);
  const job = await api.jobs.create({
    vendorAddress: vendor,
    description: "A jingle",
    amount: "20000000",
    currency: "USDC",
  });
  await expect.poll(() => statusOf(job.id), { timeout: 90_000 }).toBe("funded");
  await submitWork(browser, job.vendorUrl, "A jingle");
  await expect.poll(() => statusOf(job.id), { timeout: 90_000 }).toBe("submitted");
  await setBlocked("blacklist");
  await injectWallet(page, { chainId, rpcUrl, privateKey: merchantKey });
  await openAsOwner(page, stack, `/dashboard/agent/jobs/${job.id}`);
  await page.getByRole("button", { name: /Accept/ }).click();
  await page.getByRole("button", { name: "Send with Example Wallet" }).click();
  await expect.poll(() => statusOf(job.id), { timeout: 90_000 }).toBe("completed");
  const before = BigInt(await readToken("balanceOf"));

  const context = await browser.newContext();
  const work = await context.newPage();
  await injectWallet(work, { chainId, rpcUrl, privateKey: vendorKey });
  await work.goto(job.vendorUrl);
  await expect(work.getByRole("heading", { name: "Get your money" })).toBeVisible();
  await expect(work.getByText(/^Your work was accepted\. The token refused/)).toBeVisible();
  await isInOrder(work);
  const claim = work.getByRole("button", { name: "Claim with Example Wallet" });
  await claim.click();
  await expect(work.getByRole("status").filter({ hasText: /\w/ }).first()).toBeVisible();
  await expect(claim).toBeEnabled();
  expect(BigInt(await readToken("balanceOf"))).toBe(before);
  await setBlocked("unBlacklist");
  await claim.click();
  await expect(work.getByText("Claimed. This page shows it once it is final.")).toBeVisible();
  expect(BigInt(await readToken("balanceOf")) - before).toBeGreaterThan(19_000_000n);
  await expect(async () => {
    await work.goto(job.vendorUrl);
    await expect(work.getByText(/the escrow has paid you/)).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 90_000 });
  await expect(work.getByRole("heading", { name: "Get your money" })).toHaveCount(0);
  await isInOrder(work);
  await context.close();
});

test("a job above the limits takes a person's step-up and the owner's wallet, and can be rejected after its submission", async ({
  page,
  browser,
}) => {
  test.setTimeout(480_000);
  const { commerce } = await api.agents.getConfig();
  await fund(stack, commerce.treasuryAddress as `0x${string}`, 200_000_000n);
  const job = await api.jobs.create({
    vendorAddress: vendor,
    description: "A film of two minutes",
    amount: "150000000",
    currency: "USDC",
  });
  expect(job).toMatchObject({ status: "pending_approval", approvalReason: "above_threshold" });
  if (!stack.signIn) throw new Error("the demo's merchant has an owner");
  const { email } = stack.signIn;
  await injectWallet(page, { chainId, rpcUrl, privateKey: merchantKey });
  await openAsOwner(page, stack, "/dashboard/agent/jobs");
  await doAged(page, stack, {
    email,
    open: async () => void (await page.goto(jobsPage)),
    act: async () => {
      await page.getByRole("button", { name: "Approve", exact: true }).click();
      const approve = page.getByRole("dialog", { name: "Approve this job?" });
      await expect(approve).toContainText("150.00 USDC");
      await approve.getByRole("button", { name: "Approve job" }).click();
    },
  });
  await expect.poll(() => statusOf(job.id)).toBe("approved");
  const line = page.getByRole("listitem").filter({ hasText: "A film of two minutes" });
  await line.getByRole("button", { name: "Approve the job and fund its escrow" }).click({
    timeout: 90_000,
  });
  await isInOrder(page);
  await page.getByRole("button", { name: "Send with Example Wallet" }).click();
  await expect.poll(() => statusOf(job.id), { timeout: 90_000 }).toBe("funded");

  await submitWork(browser, job.vendorUrl, "A film of two minutes");
  await expect.poll(() => statusOf(job.id), { timeout: 90_000 }).toBe("submitted");
  await page.goto(`${stack.baseUrl}/dashboard/agent/jobs/${job.id}?mode=test`);
  await isInOrder(page);
  await page.getByRole("button", { name: "Reject the job" }).click();
  await page.getByRole("button", { name: "Send with Example Wallet" }).click();
  await expect.poll(() => statusOf(job.id), { timeout: 90_000 }).toBe("rejected");
  const { data } = await api.transactions.list({ type: "agent_job", limit: 1 });
  expect(data[0]).toMatchObject({ amount: "150000000", amountRefunded: "150000000", fee: "0" });
  const { data: events } = await api.events.list({ type: "agent.job_disputed", limit: 5 });
  expect(events.map(({ resource }) => resource.id)).toContain(job.id);
  await openMail(page, stack, { to: email, subject: "Job rejected" });
  await page.goto(job.vendorUrl);
  await expect(page.getByText(/^Your work was rejected\./)).toBeVisible();
  await isInOrder(page);
});

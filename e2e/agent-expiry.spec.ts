import { expect, test } from "@playwright/test";
import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { fund, fundedKey } from "./fund";
import { isInOrder } from "./in-looks";
import { openMail } from "./inbox";
import { openAsOwner } from "./sign-in";
import { callChain, merchantApi, type Stack, withDatabase } from "./stack";
import { startStack } from "./start-stack";

let stack: Stack;
let stop: () => Promise<void>;

// A stack of its own: here the clock is moved.
test.beforeAll(async () => {
  ({ stack, stop } = await startStack({ blockMs: 500 }));
});
test.afterAll(() => stop());

const apiOf = () => merchantApi(stack);

/** Moves the clock, however many requests that takes. */
async function advance(move: { by: string } | { to: string }): Promise<void> {
  for (let asked = move; ; ) {
    const { finished, target, now } = await apiOf().testClock.advance(asked, {
      timeoutMs: 60_000,
    });
    if (finished) return;
    asked = now < target ? { to: target } : { by: "1s" };
  }
}

/** Enables commerce as a person would, and has the owner's wallet send what the settings ask for. */
async function setUp(vendor: string): Promise<string> {
  const account = privateKeyToAccount(stack.merchantKey);
  await callChain(stack, "anvil_setBalance", [account.address, "0x8ac7230489e80000"]);
  await withDatabase(
    stack,
    (sql) => sql`
      insert into agent_configs (merchant_id, mode, enabled_capabilities,
        require_human_approval_above_usd_cents, approved_vendors, monthly_spend_cap_usd_cents)
      values (${stack.merchant.id}, 'test', array['commerce'], 10000,
        array[decode(${vendor.slice(2)}, 'hex')], 50000)
      on conflict (merchant_id, mode) do update set
        enabled_capabilities = excluded.enabled_capabilities,
        require_human_approval_above_usd_cents = excluded.require_human_approval_above_usd_cents,
        approved_vendors = excluded.approved_vendors,
        monthly_spend_cap_usd_cents = excluded.monthly_spend_cap_usd_cents`,
  );
  const wallet = createWalletClient({ account, transport: http(stack.rpcUrl) });
  const sent = new Set<string>();
  await expect
    .poll(
      async () => {
        const { commerce } = await apiOf().agents.getConfig();
        for (const { to, data } of commerce.instructions) {
          if (sent.has(data)) continue;
          sent.add(data);
          const call = { to: to as `0x${string}`, data: data as `0x${string}`, chain: null };
          await wallet.sendTransaction(call);
        }
        return commerce.policy;
      },
      { timeout: 120_000 },
    )
    .toBe("in_sync");
  const { commerce } = await apiOf().agents.getConfig();
  return commerce.treasuryAddress ?? "";
}

test("a job that its vendor never does expires, and the money is back in the treasury", async ({
  page,
}) => {
  test.setTimeout(480_000);
  const vendor = privateKeyToAccount(fundedKey(stack, 3)).address;
  await fund(stack, (await setUp(vendor)) as `0x${string}`, 50_000_000n);
  const job = await apiOf().jobs.create({
    vendorAddress: vendor,
    description: "A logo",
    amount: "25000000",
    currency: "USDC",
    expiresInDays: 7,
  });
  const statusOf = async () => (await apiOf().jobs.get({ id: job.id })).status;
  await expect.poll(statusOf, { timeout: 90_000 }).toBe("funded");
  await advance({ by: "5d" });
  await page.goto(job.vendorUrl);
  await expect(page.getByText(/^The time to submit ended on/)).toBeVisible();
  await isInOrder(page);
  expect(await statusOf()).toBe("funded");
  await advance({ by: "3d" });
  await expect.poll(statusOf, { timeout: 120_000 }).toBe("expired");

  await openAsOwner(page, stack, "/dashboard/agent");
  const treasury = page.getByRole("region", { name: "Treasury", exact: true });
  await expect(treasury.getByText("50.00 USDC")).toBeVisible();
  await expect(page.getByText(/Had the escrow return 25\.00 USDC of an expired job/)).toBeVisible();
  await isInOrder(page);
  await page.goto(`${stack.baseUrl}/dashboard/agent/jobs/${job.id}?mode=test`);
  await expect(page.locator("header").getByText("Expired")).toBeVisible();
  await isInOrder(page);
  await page.goto(job.vendorUrl);
  await expect(page.getByText("This job is over. It was not paid.")).toBeVisible();
  await openMail(page, stack, { to: stack.signIn?.email ?? "", subject: "Job expired" });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { search } from "@/lib/domain/insight/search/search";
import { newVendor, orderJob, readJobOf, readyTreasury, settleJobs } from "@/testing/agent-jobs";
import { createAgentWorld, enableCommerce } from "@/testing/agents";
import type { ChainAccount } from "@/testing/chain";
import type { TestMerchant } from "@/testing/register-merchant";
import type { World } from "@/testing/world";
import { getAgentTreasury } from "./get-agent-treasury";

let world: World;
let merchant: TestMerchant;
let vendor: ChainAccount;

beforeAll(async () => {
  world = await createAgentWorld();
  merchant = await world.addMerchant();
  vendor = await newVendor(world);
});
afterAll(() => world?.stop());

const USDC = 1_000_000n;
const of = ({ id: merchantId }: { id: string }) => world.merchantContext({ merchantId });

test("a merchant without a treasury is shown none, and what its settings allow", async () => {
  const other = await world.addMerchant();
  expect(await getAgentTreasury(of(other))).toMatchObject({
    treasuryAddress: null,
    owner: other.owner.address,
    balances: [
      { currency: "USDC", amount: null, escrowed: 0n },
      { currency: "EURC", amount: null, escrowed: 0n },
    ],
    spentUsdCents: 0n,
    chainSpentUsdCents: null,
    vendorDayUsdCents: null,
    asOf: null,
  });
});

test("a treasury shows what it holds, what is in escrow, and the use of its limits", async () => {
  const treasury = await readyTreasury(world, merchant, [vendor.address]);
  await enableCommerce(world, merchant.id, {
    requireHumanApprovalAboveUsdCents: 800n,
    approvedVendors: [vendor.address],
    monthlySpendCapUsdCents: null,
  });
  const job = await orderJob(world, merchant, vendor.address);
  await settleJobs(world);
  expect(await getAgentTreasury(of(merchant))).toMatchObject({
    treasuryAddress: treasury,
    balances: [
      { currency: "USDC", amount: 95n * USDC, escrowed: 5n * USDC },
      { currency: "EURC", amount: 0n, escrowed: 0n },
    ],
    spentUsdCents: 500n,
    chainSpentUsdCents: 500n,
    capUsdCents: 10_000n,
    vendorDayUsdCents: 800n,
    vendorDays: [{ vendorAddress: vendor.address, usdCents: 500n }],
    asOf: expect.any(Date),
  });
  await world.db`
    update agent_jobs set approved_at = approved_at - interval '25 hours',
      funded_at = funded_at - interval '25 hours' where id = ${job.id}`;
  expect(await getAgentTreasury(of(merchant))).toMatchObject({
    spentUsdCents: 500n,
    vendorDays: [],
  });
  await world.db`
    update agent_jobs set approved_at = approved_at - interval '30 days',
      funded_at = funded_at - interval '30 days' where id = ${job.id}`;
  expect(await getAgentTreasury(of(merchant))).toMatchObject({ spentUsdCents: 0n });
});

test("a job is found by its id, its vendor and its proposal, by its merchant alone", async () => {
  const job = await readJobOf(world, merchant, await orderJob(world, merchant, vendor.address));
  const other = await world.addMerchant();
  for (const q of [job.id, job.vendorAddress, job.proposalId]) {
    const { data } = await search(of(merchant), { q });
    expect(data).toContainEqual(expect.objectContaining({ type: "agent_job", id: job.id }));
    expect((await search(of(other), { q })).data).toEqual([]);
  }
});

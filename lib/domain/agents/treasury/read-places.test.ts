import { afterAll, beforeAll, expect, test } from "vitest";
import { addressOf } from "@/lib/adapters/chain/chains";
import { checksumAddress } from "@/lib/core/chain/hex";
import { newVendor, orderJob, readyTreasury } from "@/testing/agent-jobs";
import { createAgentWorld } from "@/testing/agents";
import { deployFurther, registerIn, withDeployment } from "@/testing/further-deployment";
import type { World } from "@/testing/world";
import { getAgentTreasury } from "./get-agent-treasury";
import { readPolicyState } from "./policy-state";

let world: World;

beforeAll(async () => {
  world = await createAgentWorld();
});
afterAll(() => world?.stop());

const USDC = 1_000_000n;
const LIMITS = "Set the agent's limits on-chain";

test("the treasury that jobs are paid from is shown and instructed, with the others that hold money", async () => {
  const vendor = await newVendor(world);
  const old = await readyTreasury(world, world.merchant, [vendor.address]);
  const listed = await withDeployment(world, world.chain, await deployFurther(world.chain));
  const site = await registerIn(listed);
  const ctx = site.merchantContext();
  const jobTreasury = async () =>
    (await orderJob(site, site.merchant, vendor.address)).treasuryAddress;
  const callsOf = async (requireHumanApprovalAboveUsdCents: bigint) => {
    const settings = {
      requireHumanApprovalAboveUsdCents,
      approvedVendors: [vendor.address],
      monthlySpendCapUsdCents: 10_000n,
    };
    const state = await readPolicyState(site, site.db, ctx.actor, settings);
    const calls = state?.instructions.map(({ to, summary }) => [to, summary]);
    return { treasury: state?.treasury, policy: state?.policy, calls };
  };
  const creation = [addressOf(site.deployment(), "agentTreasury"), "Create the agent's treasury"];

  expect(await jobTreasury()).toBe(old);
  expect(await getAgentTreasury(ctx)).toMatchObject({
    treasuryAddress: old,
    balances: [{ currency: "USDC", amount: 100n * USDC }, { currency: "EURC" }],
    otherTreasuries: [],
  });
  expect(await callsOf(500n)).toEqual({
    treasury: old,
    policy: "awaiting_wallet",
    calls: [[old, LIMITS], creation],
  });

  const next = await readyTreasury(site, site.merchant, [vendor.address]);
  expect(next).not.toBe(old);
  expect(await jobTreasury()).toBe(next);
  const shown = await getAgentTreasury(ctx);
  expect(shown).toMatchObject({
    treasuryAddress: next,
    otherTreasuries: [
      {
        chainId: site.chain.chainId,
        treasuryAddress: old,
        owner: site.merchant.owner.address,
        payoutAddress: site.merchant.payout,
        balances: [
          { currency: "USDC", amount: 100n * USDC, escrowed: 0n },
          { currency: "EURC", amount: 0n, escrowed: 0n },
        ],
      },
    ],
  });
  const name = checksumAddress(old);
  expect(await callsOf(500n)).toEqual({
    treasury: next,
    policy: "awaiting_wallet",
    calls: [
      [next, LIMITS],
      [old, `${LIMITS}: ${name.slice(0, 6)}…${name.slice(-4)}`],
    ],
  });
  expect(await callsOf(1_000n)).toEqual({ treasury: next, policy: "in_sync", calls: [] });
});

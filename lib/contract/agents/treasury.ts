import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { address, currency, instant, mode, money, says, uint256 } from "@/lib/contract/fields";

const cents = (text: string, example: string) => uint256.meta({ description: text, example });

const balances = z.array(
  z
    .object({
      currency,
      tokenAddress: address,
      amount: money
        .nullable()
        .meta(says("What the treasury holds by the newest block; null: not known", "50000000")),
      escrowed: money.meta(says("What the escrow holds for jobs", "25000000")),
    })
    .meta({ id: "AgentTreasuryBalance" }),
);

export const agentTreasury = z
  .object({
    object: z.literal("agent_treasury"),
    mode,
    chainId: z.number().int().nullable(),
    treasuryAddress: address.nullable(),
    owner: address.nullable().meta(says("The wallet that can withdraw; null before registration")),
    payoutAddress: address.nullable(),
    balances,
    spentUsdCents: cents("What counts towards the cap: jobs approved within 30 days", "2500"),
    chainSpentUsdCents: cents(
      "What the treasury itself counts; null: not known",
      "2500",
    ).nullable(),
    capUsdCents: cents("The stricter cap of settings and treasury; null: none", "50000").nullable(),
    vendorDayUsdCents: cents(
      "What a vendor may be paid within 24 hours without a person",
      "10000",
    ).nullable(),
    vendorDays: z.array(
      z
        .object({
          vendorAddress: address,
          usdCents: cents("What the vendor's jobs of the last 24 hours cost, in US cents", "2500"),
        })
        .meta({ id: "AgentVendorDay" }),
    ),
    blockNumber: uint256.nullable(),
    asOf: instant.nullable().meta(says("When the chain was read; null: it did not answer")),
    otherTreasuries: z.array(
      z
        .object({
          chainId: z.number().int(),
          treasuryAddress: address,
          owner: address.meta(says("The wallet that can withdraw")),
          payoutAddress: address,
          balances,
        })
        .meta({ id: "AgentOtherTreasury" }),
    ),
  })
  .meta({ id: "AgentTreasury" });

export const getAgentTreasury = endpoint({
  method: "GET",
  path: "/v1/agents/treasury",
  tag: "Agents",
  summary: "Retrieve the agent's treasury",
  description:
    "What the agent's treasury, from which new jobs are paid, holds by the newest block, and how much of its limits is used. `otherTreasuries` are those of other deployments that hold money. Money comes in by a plain transfer of the token to `treasuryAddress`. Only `owner` can withdraw it, by the contract's `withdraw(token, to, amount)`.",
  auth: "merchant",
  scope: "agents_read",
  status: 200,
  response: agentTreasury,
});

import { z } from "zod";
import { applied, consequence, possible, repairBody } from "@/lib/contract/admin/repair-fields";
import { endpoint } from "@/lib/contract/endpoint";
import { address, currency, instant, mode, says } from "@/lib/contract/fields";
import { feeContracts } from "@/lib/core/chain/contract-kinds";

const shared = { auth: "admin", tag: "Admin" } as const;

const deploymentId = z
  .string()
  .min(1)
  .max(80)
  .meta(says("The contracts' deployment", "dep_8fK2mQ0x"));

const named = z.object({
  account: address.meta(says("The account")),
  at: instant.meta(says("When it was named, by the block's time")),
});

const keeper = z
  .object({
    account: address.meta(says("The account")),
    allowed: z
      .boolean()
      .nullable()
      .meta(
        says("Whether it may charge subscriptions; null while the chain does not answer", true),
      ),
    relayer: z.boolean().meta(says("Whether it is a wallet of the relay", true)),
  })
  .meta({ id: "AdminKeeper" });

const contracts = z
  .object({
    deploymentId,
    mode,
    chainId: z.number().int(),
    currencies: z.array(currency).meta(says("The currencies that are settled there")),
    treasury: named.nullable().meta(says("Who receives the fees; null before it was read")),
    offeredTreasury: named
      .nullable()
      .meta(says("To whom the treasury offers its role; null without an offer")),
    announcedTreasury: named
      .extend({ acceptableAt: instant.meta(says("From when on it may take over")) })
      .nullable()
      .meta(says("Whom the contracts' admin announced as treasury; null without a notice")),
    operator: named.nullable().meta(says("Who manages the registry; null before it was read")),
    offeredOperator: named
      .nullable()
      .meta(says("To whom the operator offers its role; null without an offer")),
    keepers: z
      .array(keeper)
      .meta(says("The relay's wallets, and accounts that were named; empty without subscriptions")),
  })
  .meta({ id: "AdminContracts" });

export const listContracts = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/admin/contracts",
  summary: "Retrieve who has the roles of the contracts",
  description: "Of each deployment: treasury, operator, pending notices, and keepers.",
  role: "read_only",
  status: 200,
  response: z
    .object({
      object: z.literal("admin_contracts"),
      contracts: z.array(contracts).meta(says("By deployment")),
    })
    .meta({ id: "AdminContractsList" }),
});

const calling = {
  ...shared,
  method: "POST",
  role: "super_admin",
  stepUp: true,
  status: 201,
  response: z
    .object({
      object: z.literal("admin_operator_call"),
      applied,
      possible,
      consequence,
      now: z.string().nullable().meta(says("How it is now; null while the chain does not answer")),
      callId: z.string().nullable().meta(says("The call that was queued; null without one")),
      cost: z
        .string()
        .nullable()
        .meta(says("What its gas costs at the most, in wei; null if unknown", "21000000000000")),
      signer: z.string().nullable().meta(says("Who has to sign it; null if unknown")),
    })
    .meta({ id: "AdminOperatorCall" }),
  errors: ["not_found", "session_invalid_state"],
} as const;

const how =
  "The call is queued, signed by its holder's wallet and followed to finality. If it is so already, nothing changes. 403 with `call_not_possible` if it cannot be made now; a dry run says so with `possible`.";

export const setKeeper = endpoint({
  ...calling,
  path: "/v1/admin/contracts/keepers",
  summary: "Let an account charge subscriptions, or no more",
  description: `Within the terms that payers signed. ${how}`,
  body: z.strictObject({
    deploymentId,
    account: address.meta(says("The account")),
    allowed: z.boolean().meta(says("Whether it may charge subscriptions", true)),
    ...repairBody,
  }),
});

export const sweepFees = endpoint({
  ...calling,
  path: "/v1/admin/contracts/sweep",
  summary: "Send the fees to the treasury",
  description: `Moves the fees of final payments from the payment processor, of final charges from the subscription manager, or of completed jobs from the escrow, to the treasury. ${how}`,
  body: z.strictObject({
    deploymentId,
    contract: z.enum(feeContracts).default("processor").meta(says("Which contract's fees")),
    currency,
    ...repairBody,
  }),
});

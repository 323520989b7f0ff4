import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import { address, instant, mode, must, onceDecoded, says } from "@/lib/contract/fields";
import { ofKind } from "@/lib/contract/glossary-entry";
import { walletCall } from "@/lib/contract/merchants/wallet-call";
import {
  anomalySensitivities,
  maxTemplateLength,
  maxVendors,
} from "@/lib/core/agents/agent-settings";
import {
  agentCapabilities,
  agentFeatures,
  unavailableFeatures,
} from "@/lib/core/agents/capabilities";
import { templateFault } from "@/lib/core/agents/notification-template";
import { checksumAddress, plainHex } from "@/lib/core/chain/hex";
import { recoveryStrategies } from "@/lib/core/subscriptions/recovery";

const tag = "Agents";
const graceHours = z.literal([24, 48, 72]);
const wholeCents = must(`must be a whole number of US cents, 0 to ${Number.MAX_SAFE_INTEGER}`);

/** US cents as a JSON number; a bigint within. */
const cents = z
  .codec(z.number(wholeCents).int(wholeCents).min(0, wholeCents), z.bigint(), {
    decode: (value) => BigInt(value),
    encode: (value) => Number(value),
  })
  .meta(ofKind("US cents: 100.00 dollars are 10000", 100_000));

const capability = z.enum(agentCapabilities);
const unique = must("must not name anything twice");
const isUnique = (values: readonly string[]) => new Set(values).size === values.length;

const template = z
  .string()
  .max(maxTemplateLength)
  .superRefine((text, { addIssue }) => {
    const message = templateFault(text);
    if (message) addIssue({ code: "custom", message });
  });

const hasChecksum = must("must have the checksum capitals of EIP-55, or none");

/** One capital decides: an address of one case has no checksum. */
const holdsChecksum = (text: string) => {
  const digits = text.trim().slice(2);
  const isOneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return isOneCase || checksumAddress(plainHex(text)).slice(2) === digits;
};

const vendor = z.string(hasChecksum).refine(holdsChecksum, hasChecksum).pipe(address);

const vendors = z
  .array(vendor)
  .max(maxVendors)
  .superRefine((values, { addIssue }) => {
    const seen = new Set<string>();
    values.forEach((value, place) => {
      if (seen.has(value)) addIssue({ code: "custom", message: "is named twice", path: [place] });
      seen.add(value);
    });
  }, onceDecoded);

const feature = z
  .object({
    name: z.enum(agentFeatures),
    enabled: z.boolean(),
    available: z.boolean(),
    reason: z.enum(unavailableFeatures.map((name) => `${name}_unavailable` as const)).nullable(),
  })
  .meta({ id: "AgentFeature" });

const recovery = {
  gracePeriodHours: graceHours,
  strategy: z.enum(recoveryStrategies),
  notificationTemplate: template.nullable(),
};

const cashflow = {
  digestEnabled: z.boolean(),
  anomalySensitivity: z.enum(anomalySensitivities),
  autoConvertToYield: z.boolean(),
  minimumLiquidReserveCents: cents,
};

/** Whether the treasury on the chain holds the agent to the limits. */
export const policyStates = ["in_sync", "awaiting_wallet", "unavailable"] as const;

/** Why a call that sets a treasury's policy is not among the instructions. */
export const withheldReason = z.enum(["policy_not_final"]);

export const agentConfig = z
  .object({
    object: z.literal("agent_config"),
    mode,
    enabledCapabilities: z.array(capability),
    features: z.array(feature),
    recovery: z.object(recovery).meta({ id: "AgentRecovery" }),
    cashflow: z.object(cashflow).meta({ id: "AgentCashflow" }),
    commerce: z
      .object({
        requireHumanApprovalAboveUsdCents: cents,
        approvedVendors: z.array(address),
        monthlySpendCapUsdCents: cents.nullable(),
        treasuryAddress: address.nullable(),
        policy: z.enum(policyStates),
        instructions: z.array(walletCall),
        withheld: withheldReason.nullable(),
      })
      .meta({ id: "AgentCommerce" }),
    updatedAt: instant.nullable().meta(says("When it was last changed; null before")),
  })
  .meta({ id: "AgentConfig" });

export const getAgentConfig = endpoint({
  method: "GET",
  path: "/v1/agents/config",
  tag,
  summary: "Retrieve the agent's settings",
  description:
    "The settings of the request's mode. A group acts only while its capability is enabled; `features` says what cannot act here, and why.",
  auth: "merchant",
  scope: "agents_read",
  status: 200,
  response: agentConfig,
});

export const updateAgentConfig = endpoint({
  method: "PATCH",
  path: "/v1/agents/config",
  tag,
  summary: "Update the agent's settings",
  description:
    "Merged by group: groups and fields that are left out stay unchanged. The `commerce` group is for persons who are signed in: API keys are refused with `session_required`, as they are if they enable `commerce`; they may disable it. Its limits hold on the chain once the owner's wallet has sent the calls of `instructions`; until then the stricter of both holds.",
  auth: "merchant",
  scope: "agents_write",
  body: z.strictObject({
    enabledCapabilities: z
      .array(capability)
      .max(agentCapabilities.length, unique)
      .refine(isUnique, unique)
      .optional(),
    recovery: z
      .strictObject({
        gracePeriodHours: recovery.gracePeriodHours.optional(),
        strategy: recovery.strategy.optional(),
        notificationTemplate: recovery.notificationTemplate,
      })
      .optional(),
    cashflow: z.strictObject(cashflow).partial().optional(),
    commerce: z
      .strictObject({
        requireHumanApprovalAboveUsdCents: cents.optional(),
        approvedVendors: vendors.optional(),
        monthlySpendCapUsdCents: cents.nullable(),
      })
      .optional(),
  }),
  whenClosed: true,
  status: 200,
  response: agentConfig,
  stepUp: {
    says: "change the agent's commerce limits, or name `commerce` among the enabled capabilities,",
    when: ({ commerce, enabledCapabilities = [] }) =>
      commerce !== undefined || enabledCapabilities.includes("commerce"),
  },
  errors: ["permission_denied"],
});

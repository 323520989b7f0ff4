import type { Address, Hex } from "viem";
import { coreAddress } from "@/lib/adapters/chain/core-addresses";
import { jobApprovalMessage } from "@/lib/core/agents/job-approval";
import { paymentIntentMessage } from "@/sdk/src/payer/payment-messages";
import { subscriptionIntentMessage } from "@/sdk/src/payer/subscription-messages";
import type { TypedData } from "@/sdk/src/payer/typed-data";

type Field = readonly [path: string, label: string, ...format: readonly unknown[]];

const schema = "https://eips.ethereum.org/assets/eip-7730/erc7730-v1.schema.json";
const domainFields = [
  { name: "name", type: "string" },
  { name: "version", type: "string" },
  { name: "chainId", type: "uint256" },
  { name: "verifyingContract", type: "address" },
];
const contract = ["addressName", { types: ["contract"], sources: ["local", "ens"] }] as const;
const wallet = ["addressName", { types: ["wallet"], sources: ["local", "ens"] }] as const;
const inToken = ["tokenAmount", { tokenPath: "token" }] as const;
const instant = ["date", { encoding: "timestamp" }] as const;

const zero: Address = `0x${"0".repeat(40)}`;
const word: Hex = `0x${"0".repeat(64)}`;
const parties = {
  chainId: 1,
  payer: zero,
  registry: zero,
  merchantId: "0",
  token: zero,
  ref: word,
};

/** The message that a wallet signs beside the token's authorization, as wallets show it. */
const payments = {
  message: paymentIntentMessage({ ...parties, processor: zero, amount: "0", nonce: word }),
  intent: "Pay a merchant",
  fields: [
    ["amount", "Amount", ...inToken],
    ["merchantId", "Merchant number", "raw"],
    ["registry", "Registry", ...contract],
    ["payer", "From", ...wallet],
  ],
  excluded: ["token", "ref", "nonce"],
} satisfies Shown;

const subscriptions = {
  message: subscriptionIntentMessage({
    ...parties,
    ...{ manager: zero, amount: "0", interval: "0", startAt: "0", endAt: "0" },
    ...{ permitValue: "0", permitDeadline: "0", permitNonce: "0" },
  }),
  intent: "Subscribe",
  fields: [
    ["amount", "At most in a period", ...inToken],
    ["interval", "Period", "duration"],
    ["startAt", "Not before", ...instant],
    ["endAt", "Until (1970: no end)", ...instant],
    ["permitValue", "Allowance of all subscriptions", ...inToken],
    ["merchantId", "Merchant number", "raw"],
    ["registry", "Registry", ...contract],
    ["payer", "From", ...wallet],
    ["permitDeadline", "Sign before", ...instant],
  ],
  excluded: ["token", "ref", "permitNonce"],
} satisfies Shown;

/** Each merchant's treasury is a contract of its own, so that the domain's name and version alone tell the message. */
const approvals = {
  message: jobApprovalMessage({
    ...{ chainId: 1, treasury: zero, registry: zero, merchantId: 0n, proposalId: word },
    ...{ token: zero, vendor: zero, evaluator: zero, amount: 0n, expiredAt: 0n },
    ...{ description: "", deadline: 0n },
  }),
  intent: "Pay for a job",
  fields: [
    ["amount", "Amount", ...inToken],
    ["vendor", "Vendor", ...wallet],
    ["evaluator", "Who accepts the work", "addressName"],
    ["expiredAt", "Refunded if undecided by", ...instant],
    ["description", "Job", "raw"],
    ["merchantId", "Merchant number", "raw"],
    ["registry", "Registry", ...contract],
    ["deadline", "Sign before", ...instant],
  ],
  excluded: ["token", "proposalId"],
} satisfies Shown;

interface Shown {
  readonly message: TypedData;
  readonly intent: string;
  readonly fields: readonly Field[];
  readonly excluded: readonly string[];
}

/**
 * What wallets show of the messages that payers sign for the core contracts, of what a payer's own wallet may send, and of a
 * merchant's approval of a job, by file name (ERC-7730). The authorization and the permit are the token's: its issuer describes them.
 * @param chainIds the chains on which the descriptors hold
 * @param salt of the core
 */
export function walletDescriptors(
  chainIds: readonly number[],
  salt: Hex,
): ReadonlyMap<string, unknown> {
  const placesOf = (kind: "processor" | "subscriptions") =>
    chainIds.map((chainId) => ({ chainId, address: coreAddress(kind, salt) }));
  return new Map<string, unknown>([
    ["eip712-stipend-payments.json", describeMessage(payments, placesOf("processor"))],
    [
      "eip712-stipend-subscriptions.json",
      describeMessage(subscriptions, placesOf("subscriptions")),
    ],
    ["eip712-stipend-jobs.json", describeMessage(approvals)],
    ["calldata-stipend-subscriptions.json", describeCalls(placesOf("subscriptions"))],
  ]);
}

interface Place {
  readonly chainId: number;
  /** In EIP-55. */
  readonly address: string;
}

function describeMessage(
  { message, intent, fields, excluded }: Shown,
  deployments?: readonly Place[],
): unknown {
  const { types, primaryType } = message;
  const { name, version } = message.domain;
  return {
    $schema: schema,
    context: {
      eip712: {
        domain: { name, version },
        deployments,
        schemas: [{ primaryType, types: { EIP712Domain: domainFields, ...types } }],
      },
    },
    metadata: { owner: "Stipend" },
    display: {
      formats: {
        [primaryType]: {
          intent,
          fields: fields.map(describeField),
          required: fields.map(([path]) => path),
          excluded,
        },
      },
    },
  };
}

interface Call {
  readonly name: string;
  readonly inputs: readonly Input[];
  readonly intent: string;
  readonly fields: readonly Field[];
  readonly excluded?: readonly string[];
}

interface Input {
  readonly name: string;
  readonly type: string;
  readonly components?: readonly Input[];
}

/** Terms are fields of one argument, and so is the token that they name. */
const inTerms = ([path, label, format, params]: Field): Field =>
  params === inToken[1]
    ? [`terms.${path}`, label, format, { tokenPath: "terms.token" }]
    : [`terms.${path}`, label, format, params];

/** What a payer's own wallet sends to the contract for subscriptions; the page asks for nothing else of the core. */
const ownCalls: readonly Call[] = [
  {
    name: "cancel",
    inputs: [{ name: "id", type: "bytes32" }],
    intent: "End a subscription",
    fields: [["id", "Subscription", "raw"]],
  },
  {
    name: "subscribeDirect",
    inputs: [
      {
        name: "terms",
        type: "tuple",
        components: subscriptions.message.types.SubscriptionIntent ?? [],
      },
    ],
    intent: subscriptions.intent,
    fields: subscriptions.fields
      .filter(([path]) => path !== "permitDeadline")
      .map((field: Field) => inTerms(field)),
    excluded: [...subscriptions.excluded, "permitDeadline"].map((path) => `terms.${path}`),
  },
];

const written = ({ name, type, components }: Input): string =>
  `${components ? `(${components.map(written).join(",")})` : type} ${name}`;

function describeCalls(deployments: readonly Place[]): unknown {
  const abi = ownCalls.map(({ name, inputs }) => {
    return { type: "function", name, stateMutability: "nonpayable", inputs, outputs: [] };
  });
  const formats = ownCalls.map(({ name, inputs, intent, fields, excluded }) => {
    const required = fields.map(([path]) => path);
    const shown = { intent, fields: fields.map(describeField), required, excluded };
    return [`${name}(${inputs.map(written).join(",")})`, shown] as const;
  });
  return {
    $schema: schema,
    context: { contract: { deployments, abi } },
    metadata: { owner: "Stipend" },
    display: { formats: Object.fromEntries(formats) },
  };
}

const describeField = ([path, label, format, params]: Field) => ({ path, label, format, params });

import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";
import {
  address,
  bytes32,
  currency,
  email,
  instant,
  metadata,
  mode,
  uint256,
} from "@/lib/contract/fields";
import { webUrl } from "@/lib/contract/urls";
import { maxImageBytes, registryStatuses } from "@/lib/core/kinds";
import { tiers } from "@/lib/core/merchants/merchant-states";
import { businessName, capitalCountryCode, countryCode, merchant } from "./merchants";
import { timeZone } from "./time-zone";
import { walletCall } from "./wallet-call";

const chainId = z.number().int();

const shared = { auth: "session", tag: "Merchants" } as const;

/** Something to be done first. */
const prerequisite = z
  .object({
    code: z.string(),
    message: z.string(),
    action: z.object({ label: z.string(), href: z.string() }),
    missing: z.array(z.string()).optional(),
  })
  .meta({ id: "Prerequisite" });

/** How far a registration is. */
const registration = {
  status: z.enum(["unregistered", "registering", "registered"]),
  prerequisites: z.array(prerequisite),
};

const payoutRotation = z
  .object({
    status: z.literal("awaiting_wallet"),
    instructions: walletCall,
  })
  .meta({ id: "PayoutRotation" });

export const updateOwnMerchant = endpoint({
  ...shared,
  method: "PATCH",
  path: "/v1/merchants/me",
  summary: "Update your merchant",
  description:
    "Omitted fields stay unchanged; `metadata` and `emailPrefs` are merged, and a null value deletes a key of `metadata`. The payout address is that of the request's mode. The first payout address of test mode registers the merchant on-chain. After that, only the owner's wallet can change it: `payoutRotation` says how, and `payoutAddress` follows at finality.",
  status: 200,
  body: z.strictObject({
    businessName: businessName.optional(),
    payoutAddress: address.optional(),
    defaultCurrency: currency.optional(),
    websiteUrl: webUrl.nullable().optional(),
    logoUrl: webUrl.nullable().optional(),
    supportEmail: email.nullable().optional(),
    timeZone: timeZone.optional(),
    countryCode: countryCode.nullable().optional(),
    metadata: metadata.optional(),
    emailPrefs: z
      .strictObject({
        paymentReceived: z.boolean().optional(),
        subscriptionCharged: z.boolean().optional(),
      })
      .optional(),
  }),
  response: merchant
    .extend({ payoutRotation: payoutRotation.nullable() })
    .meta({ id: "UpdatedMerchant" }),
  stepUp: {
    says: "change a payout address, except to set the first one of test mode,",
    when: ({ payoutAddress }, caller) => payoutAddress !== undefined && caller.mode === "live",
  },
  errors: ["permission_denied", "session_invalid_state"],
});

export const uploadLogo = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/merchants/me/logo",
  summary: "Upload your logo",
  description:
    "The body is the file: a PNG, JPEG, WebP or GIF of at most 2 MB and 16 million pixels. It replaces `logoUrl`.",
  limit: { group: "logo", requests: 30, seconds: 3_600 },
  upload: { maxBytes: maxImageBytes },
  status: 200,
  response: merchant,
  errors: ["permission_denied"],
});

export const onboardMerchant = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/merchants/me/onboard",
  summary: "Tell us about your business",
  description:
    "Works once; make later changes with PATCH. The payout address is that of live mode, where the merchant is registered once its wallet has signed for it: `registration` lists the missing requirements.",
  status: 201,
  body: z.strictObject({
    businessName,
    businessSector: z.string().trim().min(2).max(80),
    countryCode: capitalCountryCode,
    payoutAddress: address,
    websiteUrl: webUrl.optional(),
    logoUrl: webUrl.optional().meta({ example: "https://aurora.example/logo.png" }),
    phone: z.string().trim().min(6).max(20).optional(),
    defaultCurrency: currency.optional(),
  }),
  response: merchant
    .extend({ registration: z.object(registration).meta({ id: "LiveRegistration" }) })
    .meta({ id: "OnboardedMerchant" }),
  stepUp: true,
  errors: ["permission_denied", "session_invalid_state"],
});

export const changeTier = endpoint({
  ...shared,
  method: "POST",
  path: "/v1/merchants/me/tier",
  summary: "Change your tier",
  description:
    "Stipend sends a transaction that changes the fee of each registration; a raise takes effect a day after its block. On-chain the fee falls at most once in 30 days: the transaction of a tier with a lower fee waits until 30 days after the last fall. A raise that is not in effect yet is taken back at once, a few times in 30 days. The on-chain state shows when.",
  status: 201,
  body: z.strictObject({ tier: z.enum(tiers) }),
  response: merchant,
  errors: ["permission_denied"],
});

export const getLiveModeEligibility = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/merchants/me/live-mode-eligibility",
  summary: "Retrieve whether you may go live",
  description: "The identity provider is asked each time.",
  status: 200,
  response: z
    .object({
      object: z.literal("live_mode_eligibility"),
      eligible: z.boolean(),
      checks: z.object({
        emailVerified: z.boolean(),
        twoFactorEnabled: z.boolean(),
        onboardingComplete: z.boolean(),
        merchantActive: z.boolean(),
      }),
      reasons: z.array(prerequisite),
    })
    .meta({ id: "LiveModeEligibility" }),
});

export const chainStatus = z
  .object({
    object: z.literal("chain_status"),
    mode,
    chainId,
    registryAddress: address,
    chainMerchantId: z.string().nullable(),
    txHash: bytes32.nullable(),
    failure: z.string().nullable(),
    ...registration,
  })
  .meta({ id: "ChainStatus" });

export const getMerchantChainStatus = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/merchants/me/chain-status",
  summary: "Retrieve your on-chain registration status",
  status: 200,
  response: chainStatus,
});

export const getMerchantBalance = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/merchants/me/balance",
  summary: "Retrieve your payout address's balance",
  description:
    "Live from the chain. While no node answers, `stale` is true and the amounts are the last known ones; null where none is known.",
  status: 200,
  response: z
    .object({
      object: z.literal("balance"),
      mode,
      chainId,
      address: address.nullable(),
      balances: z.array(z.object({ currency, tokenAddress: address, amount: uint256.nullable() })),
      blockNumber: z.string().nullable(),
      asOf: instant.nullable(),
      stale: z.boolean(),
    })
    .meta({ id: "Balance" }),
});

export const getMerchantOnchainState = endpoint({
  ...shared,
  method: "GET",
  path: "/v1/merchants/me/onchain-state",
  summary: "Retrieve your record in the registry",
  description:
    "Live from the chain: who owns it, where payments go, the fee in force and a raise that is announced. `nextFeeBps` is the fee to come, by an announced raise or a transaction that Stipend sends; `feeEffectiveAt` is from when on. `final` is what counts here: it follows the chain once a block is final. `calls` are the transactions that end a transfer of the ownership that has begun. While no node answers, `stale` is true and the record is that of the last final block.",
  status: 200,
  response: z
    .object({
      object: z.literal("onchain_state"),
      mode,
      chainId,
      registryAddress: address,
      chainMerchantId: z.string().nullable(),
      feeBps: z.number().int().nullable(),
      nextFeeBps: z.number().int().nullable(),
      feeEffectiveAt: instant.nullable(),
      record: z
        .object({
          owner: address,
          pendingOwner: address.nullable(),
          payoutAddress: address,
          feeBps: z.number().int(),
          announcedFee: z
            .object({ feeBps: z.number().int(), effectiveAt: instant })
            .meta({ id: "AnnouncedFee" })
            .nullable(),
          status: z.enum(registryStatuses),
          settleUntil: instant.nullable(),
        })
        .meta({ id: "RegistryRecord" })
        .nullable(),
      final: z
        .object({ owner: address, payoutAddress: address })
        .meta({ id: "FinalRecord" })
        .nullable(),
      calls: z
        .object({
          acceptOwnership: walletCall.nullable(),
          cancelOwnershipTransfer: walletCall.nullable(),
        })
        .meta({ id: "OwnershipCalls" }),
      stale: z.boolean(),
      prerequisites: z.array(prerequisite),
    })
    .meta({ id: "OnchainState" }),
});

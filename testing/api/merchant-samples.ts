import type { Sample } from "./api-samples";

/** Requests of a merchant's own account, and to support. */
export const merchantSamples: Record<string, Sample> = {
  updateOwnMerchant: { body: { businessName: "Aurora Roastery" } },
  onboardMerchant: {
    body: {
      businessName: "Aurora Coffee",
      businessSector: "Food",
      countryCode: "ES",
      payoutAddress: `0x${"a7".repeat(20)}`,
    },
  },
  createOwnMerchant: { body: { businessName: "Aurora Roastery" } },
  listOwnMerchants: {},
  requestWalletProof: { body: {} },
  proveWallet: { body: { nonce: "9f".repeat(16), payoutSignature: `0x${"1b".repeat(65)}` } },
  transferOwnership: { body: { newOwner: `0x${"a8".repeat(20)}` } },
  getLiveModeEligibility: {},
  getMerchantChainStatus: {},
  getMerchantBalance: {},
  getMerchantOnchainState: {},
  getSetup: {},
  getAttention: {},
  getVolume: {},
  sendContactMessage: {
    body: {
      name: "Ada Lovelace",
      email: "ada@example.com",
      topic: "sales",
      message: "We would like to sell memberships in USDC.",
    },
  },
  changeTier: { body: { tier: "free" } },
};

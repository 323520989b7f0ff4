import {
  addresses,
  chars,
  metadata,
  rightMetadata,
  text,
  textOrNull,
  wrongEmails,
} from "./wrong-values";

const names = text("", "A", " A ", chars(121));
const urls = text(
  "",
  "aurora.example",
  "javascript:alert(1)",
  "ftp://aurora.example",
  "//x.example",
);
const countries = text("", "es", "E", "ESP", "E1");
const signatures = text("", "0x", "0x1", "1b1b", `0x${"1b".repeat(8_193)}`);
const currencies = text("", "usdc", "USD", "DAI");

/** What bodies of a merchant's own account must not hold. */
export const wrongMerchants = {
  updateOwnMerchant: {
    required: [],
    wrong: {
      businessName: names,
      payoutAddress: addresses,
      defaultCurrency: currencies,
      websiteUrl: urls.filter((value) => value !== null),
      logoUrl: urls.filter((value) => value !== null),
      supportEmail: textOrNull(...wrongEmails),
      countryCode: countries.filter((value) => value !== null),
      metadata,
      emailPrefs: [null, [], "all", 1, { paymentReceived: "yes" }, { other: true }],
    },
    right: {
      businessName: ["Au", chars(120)],
      websiteUrl: [null, "https://aurora.example/shop?a=1"],
      supportEmail: [null, "help@aurora.example"],
      countryCode: [null, "DE"],
      // They are merged: fifty keys at once would leave no room for the others.
      metadata: rightMetadata.filter((value) => Object.keys(value).length < 50),
      emailPrefs: [{}, { paymentReceived: false }],
    },
  },
  onboardMerchant: {
    required: ["businessName", "businessSector", "countryCode", "payoutAddress"],
    wrong: {
      businessName: names,
      businessSector: text("", "A", chars(81)),
      countryCode: countries,
      payoutAddress: addresses,
      websiteUrl: urls,
      logoUrl: urls,
      phone: text("", "12345", chars(21)),
      defaultCurrency: currencies,
    },
  },
  createOwnMerchant: { required: ["businessName"], wrong: { businessName: names } },
  requestWalletProof: { required: [], wrong: { owner: addresses } },
  proveWallet: {
    required: ["nonce", "payoutSignature"],
    wrong: {
      nonce: text("", "9F".repeat(16), "9f".repeat(17)),
      payoutSignature: signatures,
      ownerSignature: signatures,
    },
  },
  transferOwnership: { required: ["newOwner"], wrong: { newOwner: addresses } },
  changeTier: {
    required: ["tier"],
    wrong: { tier: text("", "Free", "gold") },
    // A lower fee can be chosen once in 30 days, and a higher one at any time.
    right: { tier: ["enterprise", "business", "growth"] },
  },
} as const;

import { scopes } from "@/lib/core/identity/scopes";
import { chars, inAnHour, metadata, rightMetadata, text } from "./wrong-values";

/** What a new invoice's lines and parties must not be. */
const line = { description: "Coffee", quantity: 2, unitAmount: "2500000" };
const most = 2n ** 256n - 1n;

const changed = (field: string, values: readonly unknown[]) =>
  values.map((value) => [line, { ...line, [field]: value }]);

export const wrongLines = [
  ...[null, 7, true, "text", {}, [], [null], ["line"], [{}], [[line]], Array(101).fill(line)],
  ...Object.keys(line).map((field) => [{ ...line, [field]: undefined }]),
  [{ ...line, more: 1 }],
  ...changed("description", [null, "", chars(501), 7, "a\u0000b"]),
  ...changed("quantity", [null, 0, -1, 1.5, 10_001, "2"]),
  ...changed("unitAmount", [null, "00", "01", "-1", "1.5", "", 1, (most + 1n).toString()]),
  ...changed("unit", ["", chars(41), 7]),
  ...changed("taxRate", [1, 1_900, "19", 10_001, -1, 1.5]),
  ...changed("taxCategory", ["", "s", "X", "S"]),
  [{ ...line, taxCategory: "S", taxRate: 0 }],
  [{ ...line, taxCategory: "AE", taxRate: 1 }],
  [{ ...line, taxCategory: "S", taxRate: 10_001 }],
];

export const rightLines = [
  Array(100).fill(line),
  [{ ...line, taxCategory: "S", taxRate: 10_000, unit: chars(40), description: chars(500) }],
  [{ ...line, taxCategory: "AE", taxRate: 0 }],
  [{ ...line, taxCategory: "O" }],
  [{ ...line, quantity: 10_000, unitAmount: "1" }],
  [line, { ...line, unitAmount: "0" }],
];

const legalName = "Engines Ltd";
export const wrongParties = [
  ...[null, 7, true, "text", [], {}, { legalName: "" }, { legalName: chars(201) }],
  { legalName, more: 1 },
  ...["", "DE", "DE12345678", "123456789", chars(41)].map((vatId) => ({ legalName, vatId })),
  ...["", chars(201)].map((reference) => ({ legalName, reference })),
  ...["Berlin", {}, { country: "d1" }, { country: "DEU" }, { country: "DE", line1: "" }].map(
    (address) => ({ legalName, address }),
  ),
];

export const rightParties = [
  { legalName },
  {
    legalName,
    vatId: "de 123.456-789",
    reference: "PO",
    address: { country: "DE", city: "Berlin" },
  },
];

/** What an API key's body must and must not hold. */
export const wrongKeys = {
  createApiKey: {
    required: ["name", "scopes", "mode"],
    wrong: {
      scopes: [
        ...[null, 7, {}, "", "everything", "sessions_read", [], [null], [[]], ["payments_read"]],
        ...[["sessions_read", "sessions_read"], ["full"], [...scopes, "sessions_read"]],
      ],
      // They are of a publishable key.
      allowedOrigins: [["https://shop.example"]],
      apiVersion: text("", "2026-04-26", "latest"),
    },
    right: {
      name: [chars(80)],
      scopes: ["full", "read-only", "checkout-only", [...scopes]],
      kind: ["secret"],
      expiresAt: [inAnHour()],
      apiVersion: ["2026-04-27"],
    },
  },
};

/** The same of the contact form's. */
export const wrongContact = {
  sendContactMessage: {
    wrong: { name: [" x "], message: [` ${chars(19)} `], company: ["   "] },
    right: {
      name: ["xx", chars(120)],
      topic: ["sales", "support", "partnership", "security", "other"],
      message: [chars(20), chars(4_000)],
      company: ["x", chars(120)],
    },
  },
};

const names = { businessName: [" A "] };
const signatures = text("", "0x", "0x1", "1b1b", `0x${"1b".repeat(8_193)}`);

/** What bodies of a merchant's own account must not hold. */
export const wrongMerchants = {
  updateOwnMerchant: {
    wrong: { ...names, metadata, emailPrefs: [{ other: true }] },
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
  updateNotificationPreferences: {
    wrong: { preferences: [{ "payment.unknown": "bell" }, { "payment.completed": "loud" }] },
    right: { preferences: [{}, { "payment.completed": "none", "refund.completed": "bell" }] },
  },
  onboardMerchant: { wrong: names },
  createOwnMerchant: { wrong: names },
  proveWallet: {
    required: ["nonce", "payoutSignature"],
    wrong: {
      nonce: text("", "9F".repeat(16), "9f".repeat(17)),
      payoutSignature: signatures,
      ownerSignature: signatures,
    },
  },
  changeTier: {
    // A lower fee can be chosen once in 30 days, and a higher one at any time.
    right: { tier: ["enterprise", "business", "growth"] },
  },
} as const;

import { scopes } from "@/lib/core/identity/scopes";
import {
  addresses,
  chars,
  inAnHour,
  metadata,
  rightMetadata,
  text,
  textOrNull,
  wrongEmails,
} from "./wrong-values";

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
  ...changed("unitAmount", [null, "0", "01", "-1", "1.5", "", 1, (most + 1n).toString()]),
  ...changed("unit", [null, "", chars(41), 7]),
  ...changed("taxRate", [null, 1, 1_900, "19", 10_001, -1, 1.5]),
  ...changed("taxCategory", [null, "", "s", "X", "S"]),
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
];

const legalName = "Engines Ltd";
export const wrongParties = [
  ...[null, 7, true, "text", [], {}, { legalName: "" }, { legalName: chars(201) }],
  { legalName, more: 1 },
  ...["", "DE", "DE12345678", "123456789", null, chars(41)].map((vatId) => ({ legalName, vatId })),
  ...[null, "", chars(201)].map((reference) => ({ legalName, reference })),
  ...[null, "Berlin", {}, { country: "de" }, { country: "DEU" }, { country: "DE", line1: "" }].map(
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
      name: text("", chars(81)),
      scopes: [
        ...[null, 7, {}, "", "everything", "sessions_read", [], [null], [[]], ["payments_read"]],
        ...[["sessions_read", "sessions_read"], ["full"], [...scopes, "sessions_read"]],
      ],
      mode: text("", "Test", "staging"),
      kind: text("", "platform", "Secret"),
      expiresAt: text("", "tomorrow", "2026-04-27", "2026-04-27T12:00:00Z", "2026-13-27T12:00:00Z"),
      // They are of a publishable key.
      allowedOrigins: [null, "https://shop.example", [], ["https://shop.example"]],
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
    required: ["name", "email", "topic", "message"],
    wrong: {
      name: text("", "x", " x ", chars(121)),
      email: text(...wrongEmails, "ada@example.com\r\nBcc: eve@x.example"),
      topic: text("", "Sales", "billing"),
      message: text("", chars(19), ` ${chars(19)} `, chars(4_001)),
      company: text("", "   ", chars(121)),
    },
    right: {
      name: ["xx", chars(120)],
      topic: ["sales", "support", "partnership", "security", "other"],
      message: [chars(20), chars(4_000)],
      company: ["x", chars(120)],
    },
  },
};

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

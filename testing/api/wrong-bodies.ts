import { rightLines, rightParties, wrongLines, wrongParties } from "./wrong-invoices";

/**
 * What each endpoint's body must and must not hold, written out by hand: asking the schema under test
 * would let a loosened one pass.
 */
interface BodyRules {
  readonly required: readonly string[];
  /** Values that each field refuses, with those of `neverText` or `neverObject`. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
  /** Values that each field takes at its bounds. */
  readonly right?: Readonly<Record<string, readonly unknown[]>>;
}

const neverTextOrNull = [12.5, 7, true, {}, [], ["text"], "\u0000", "a\u0000b", "\ud800"];
const neverText = [null, ...neverTextOrNull];
const neverObject = [null, 12.5, true, "text", "", [], [1]];
const text = (...more: unknown[]) => [...neverText, ...more];
const textOrNull = (...more: unknown[]) => [...neverTextOrNull, ...more];
const object = (...more: unknown[]) => [...neverObject, ...more];
const chars = (length: number) => "x".repeat(length);

const addresses = text(
  "",
  "0x",
  "52908400098527886E0F7030069857D2E4169EE7",
  `0x${"1".repeat(39)}`,
  `0x${"1".repeat(41)}`,
  `0x${"g".repeat(40)}`,
);
const most = 2n ** 256n - 1n;
const wrongDigits = [
  ...["", "-1", "+1", "-0", "1.5", "1.0", "1e3", "0x1", "0b1", "1n", "NaN", "Infinity"],
  ...[" 1", "1 ", "1\n", "1\u00a0", "1,000", "1_000", "\u0661", "\uff11", "\u00b9", "\u2460"],
  ...[(most + 1n).toString(), (most * 10n).toString(), `1${"0".repeat(78)}`, "9".repeat(160)],
  "1".repeat(161),
];
const digits = text(...wrongDigits);
const hash = text("", "0x", `0x${"1".repeat(63)}`, `0x${"1".repeat(65)}`, `0x${"z".repeat(64)}`);
const wrongEmails = ["", "ada", "ada@", "@example.com", `${chars(320)}@example.com`];
const emails = text(...wrongEmails);
const withUserInfo = ["user", "user:pass", "%", "%zz:%", "", ":"].map(
  (userInfo) => `https://${userInfo}@shop.example/`,
);
const returnUrls = text(
  ...["", "x", "/path", `https://shop.example/${chars(2_000)}`],
  ...withUserInfo,
);
const deep = (levels: number): unknown => (levels === 0 ? 1 : { in: deep(levels - 1) });
const manyKeys = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key${n}`, "x"]));
const metadata = object(
  manyKeys(51),
  { [chars(41)]: "x" },
  { "": "x" },
  { text: chars(501) },
  { deep: deep(9) },
  { big: Array(9_000).fill(1) },
  { text: "\u0000" },
  { "a\u0000": 1 },
);
const rightMetadata = [
  {},
  manyKeys(50),
  { [chars(40)]: chars(500) },
  { deep: deep(8), none: null },
];
const v27 = { v: 27, r: `0x${"1".repeat(64)}`, s: `0x${"2".repeat(64)}` };
const signatures = [
  ...[null, 12.5, true, "", "0x", "0x1", "0xzz", `0x${"11".repeat(8_193)}`, [], {}],
  ...[
    { ...v27, v: 2 },
    { ...v27, v: "27" },
    { ...v27, r: "0x1" },
    { ...v27, more: 1 },
  ],
  { v: 27, r: v27.r },
];
const authorization = {
  from: `0x${"1".repeat(40)}`,
  amount: "1",
  validAfter: "0",
  validBefore: "1",
  nonce: `0x${"1".repeat(64)}`,
};
const auths = object(
  {},
  ...Object.keys(authorization).map((field) => ({ ...authorization, [field]: undefined })),
  { ...authorization, more: 1 },
  { ...authorization, from: "0x1" },
  { ...authorization, amount: 1 },
  ...["amount", "validAfter", "validBefore"].flatMap((field) =>
    wrongDigits.map((value) => ({ ...authorization, [field]: value })),
  ),
  { ...authorization, nonce: "0x1" },
);
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const hookUrls = text("", "x", "ftp://shop.example/", chars(2_001), ...withUserInfo);
const kinds = [
  ...[null, "payment.completed", {}, [], ["nothing"], [1]],
  Array(99).fill("payment.completed"),
];
const wrongPositions = [null, "1", 0, -1, 1.5, true, {}, [], 1e15];

export const wrongBodies: Readonly<Record<string, BodyRules>> = {
  createSession: {
    required: ["amount", "currency"],
    wrong: {
      amount: text("0", "00", "01", ...wrongDigits),
      currency: text("", "usdc", "USD", "DAI"),
      description: text(chars(501)),
      successUrl: returnUrls,
      cancelUrl: returnUrls,
      metadata,
      customerId: text("", "cus_1", "ps_000000000000000000000000"),
      expiresAt: text("", "tomorrow", "2026-04-27", "2026-04-27T12:00:00", "2026-13-27T12:00:00Z"),
      chainId: [null, "31337", 0, -1, 1.5, true, {}],
    },
    right: {
      amount: ["1", most.toString()],
      currency: ["USDC", "EURC"],
      description: ["", chars(500)],
      successUrl: ["https://shop.example/{SESSION_ID}"],
      metadata: rightMetadata,
      expiresAt: [inAnHour()],
      chainId: [31_337],
    },
  },
  relayPayment: {
    required: [
      ...["idempotencyKey", "merchantId", "token", "auth", "ref"],
      ...["authSignature", "intentSignature"],
    ],
    wrong: {
      idempotencyKey: text("", "a b", "ä", "a/b", chars(129)),
      merchantId: digits,
      token: addresses,
      auth: auths,
      ref: hash,
      authSignature: signatures,
      intentSignature: signatures,
      salt: text(...wrongDigits, (2n ** 96n).toString()),
      sessionId: text("", chars(81)),
      chainId: [null, "31337", 0, -1, 1.5, true, {}],
    },
  },
  upsertCustomer: {
    required: ["walletAddress"],
    wrong: {
      walletAddress: addresses,
      email: textOrNull(...wrongEmails),
      name: textOrNull("", chars(201)),
      externalRef: textOrNull("", chars(201)),
      metadata,
    },
    right: {
      walletAddress: [`0x${"ab".repeat(20)}`],
      email: [null],
      name: ["x", chars(200), null],
      externalRef: [chars(200), null],
      metadata: [{}, { [chars(40)]: chars(500) }, { deep: deep(8), none: null }],
    },
  },
  createInvoice: {
    required: ["lineItems", "currency"],
    wrong: {
      lineItems: wrongLines,
      currency: text("", "usdc", "USD", "DAI"),
      customerName: text("", chars(201)),
      customerEmail: text(
        ...wrongEmails,
        "ada@example.com\n",
        "ada@example.com\r\nBcc: eve@x.example",
      ),
      note: text(chars(2_001)),
      dueInDays: [null, "7", 0, -1, 1.5, 91, true, {}],
      seller: wrongParties,
      buyer: wrongParties,
      serviceDate: text("", "tomorrow", "2026-13-01", "2026-02-30", "2026-04-27T12:00:00Z"),
      buyerReference: text("", chars(201)),
      chainId: [null, "31337", 0, -1, 1.5, true, {}],
    },
    right: {
      lineItems: rightLines,
      currency: ["USDC", "EURC"],
      customerName: [chars(200)],
      note: ["", chars(2_000)],
      dueInDays: [1, 90],
      seller: rightParties,
      buyer: rightParties,
      serviceDate: ["2024-02-29"],
      chainId: [31_337],
    },
  },
  createRefund: {
    required: ["transactionId", "amount", "reason"],
    wrong: {
      transactionId: text("", "txn 1", "txn/1", chars(65)),
      amount: text("0", "00", "01", ...wrongDigits),
      reason: text("", "because", "Other"),
      note: text(chars(501)),
    },
    right: {
      amount: ["1"],
      reason: ["customer_request", "product_issue", "duplicate_charge", "fraudulent", "other"],
      note: ["", chars(500)],
    },
  },
  recordRefundSignature: { required: ["refundTxHash"], wrong: { refundTxHash: hash } },
  updateWebhookEndpoint: {
    required: [],
    wrong: { url: hookUrls, events: kinds, description: textOrNull(chars(201)) },
    right: { description: [chars(200), null, ""] },
  },
  advanceClock: {
    required: [],
    wrong: {
      by: text("", "1", "0d", "1w", "-1d", "1.5h"),
      to: text("", "tomorrow", "2026-04-27", "2026-13-27T12:00:00Z"),
    },
    right: { by: ["1s"] },
  },
  createWebhookReplay: {
    required: [],
    wrong: {
      fromPosition: wrongPositions,
      toPosition: wrongPositions,
      createdAfter: text("", "tomorrow", "2026-04-27", "2026-13-27T12:00:00Z"),
      createdBefore: text("", "tomorrow", "2026-04-27", "2026-13-27T12:00:00Z"),
      types: kinds,
    },
  },
  createWebhookEndpoint: {
    required: ["url", "events", "mode"],
    wrong: {
      url: hookUrls,
      events: kinds,
      mode: text("", "Test", "staging"),
      description: text(chars(201)),
    },
    right: { description: ["", chars(200)] },
  },
  recordSessionPayer: {
    required: ["email", "walletAddress"],
    wrong: { email: emails, walletAddress: addresses },
  },
};

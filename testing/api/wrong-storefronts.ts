import {
  chars,
  most,
  returnUrls,
  text,
  textOrNull,
  wrongDigits,
  wrongEmails,
} from "./wrong-values";

const names = text("", chars(121));
const prices = text("0", "00", "01", ...wrongDigits);
const currencies = text("", "usdc", "USD", "DAI");
const counts = ["1", 0, -1, 1.5, 366, true, {}, []];
const pieces = ["1", -1, 1.5, 2_147_483_648, true, {}, []];
const pictures = textOrNull(
  ...["", "picture.png", "javascript:alert(1)", "data:image/png;base64,AA", "//x.example/a.png"],
  ...["ftp://x.example/a.png", "https://user@x.example/a.png", `https://x.example/${chars(2_000)}`],
);
const links = ["https://social.example/aurora"];
const isNotALink = [
  "",
  "x",
  "http://social.example/",
  "javascript:alert(1)",
  "https://u:p@x.example/",
];

const field = { key: "size", label: "Size", required: false };
const wrongPieces = ["1", 0, -1, 1.5, 100, true, {}, []];
const wrongLinks = {
  email: text("", "Optional", "always"),
  fields: [
    ...[null, 7, "size", {}, [null], ["size"], [{}], Array(4).fill(field), [field, field]],
    ...["", "1a", "a b", "ä", chars(41), "product", "paymentLink", 7].map((key) => [
      { ...field, key },
    ]),
    ...["", "  ", chars(81), 7].map((label) => [{ ...field, label }]),
    ...[null, "true", 1].map((required) => [{ ...field, required }]),
    [{ ...field, more: 1 }],
  ],
  active: [null, "true", 1, {}, []],
};

/** What products, shops and payment links must not be. */
export const wrongStorefronts = {
  createProduct: {
    required: [
      ...["name", "description", "price", "currency", "type", "interval", "intervalCount"],
      ...["stock", "isActive"],
    ],
    wrong: {
      name: names,
      description: textOrNull(chars(2_001)),
      imageUrl: pictures,
      price: prices,
      currency: currencies,
      type: text("", "one-time", "Subscription"),
      // It is sold once, and so has no interval at all.
      interval: textOrNull("", "Monthly", "hourly", "monthly"),
      intervalCount: [...counts, 1],
      stock: pieces,
      isActive: [null, "true", 1, {}, []],
      sortOrder: [null, ...pieces],
    },
    right: {
      name: ["x", chars(120)],
      description: [null, "", chars(2_000)],
      imageUrl: [null, "https://aurora.example/coffee.png"],
      price: ["1", (2n ** 256n - 1n).toString()],
      currency: ["USDC", "EURC"],
      stock: [null, 0, 2_147_483_647],
      isActive: [true, false],
      sortOrder: [0, 2_147_483_647],
    },
  },
  updateProduct: {
    required: [],
    wrong: {
      name: names,
      description: textOrNull(chars(2_001)),
      imageUrl: pictures,
      price: prices,
      currency: currencies,
      interval: textOrNull("", "Monthly", "hourly", "monthly"),
      intervalCount: [...counts, 1],
      stock: pieces,
      isActive: [null, "true", 1, {}, []],
      sortOrder: [null, ...pieces],
    },
    right: { stock: [null, 0], imageUrl: [null], interval: [null], intervalCount: [null] },
  },
  checkoutProduct: {
    required: [],
    wrong: {
      customerEmail: text(
        ...[...wrongEmails, "ada@example.com\n", "ada@example.com\r\nBcc: eve@x.example"],
      ),
      returnPath: text(
        ...["", "s/aurora", "//e", "/\\e", "\\e", "/%2f%2fe", "/%2fe", "/%5ce", "/%252fe", "/\te"],
        ...["https://e.example/", "javascript:alert(1)", `/${chars(200)}`],
      ),
    },
  },
  createPaymentLink: {
    required: ["name"],
    wrong: {
      name: names,
      productId: text("", "prod_1", "ps_000000000000000000000000"),
      amount: prices,
      minAmount: prices,
      maxAmount: prices,
      currency: currencies,
      ...wrongLinks,
      maxQuantity: [null, ...wrongPieces],
      successUrl: returnUrls,
    },
    right: {
      name: ["x", chars(120)],
      amount: ["1", most.toString()],
      currency: ["USDC", "EURC"],
      maxQuantity: [1, 99],
      email: ["none", "optional", "required"],
      fields: [[], [field], [field, { ...field, key: "a" }, { ...field, key: chars(40) }]],
      active: [true, false],
    },
  },
  updatePaymentLink: {
    required: [],
    wrong: {
      name: names,
      ...wrongLinks,
      maxQuantity: [null, ...wrongPieces],
      successUrl: returnUrls.filter((value) => value !== null),
    },
    right: { maxQuantity: [99, 1], fields: [[field], []], successUrl: [null] },
  },
  checkoutLink: {
    required: [],
    wrong: {
      quantity: [null, ...wrongPieces],
      amount: prices,
      customerEmail: text(...wrongEmails, "ada@example.com\r\nBcc: eve@x.example"),
      answers: [
        null,
        7,
        "text",
        [],
        { size: 7 },
        { size: chars(201) },
        { [chars(41)]: "x" },
        { "": "x" },
      ],
    },
    right: { quantity: [1] },
  },
  saveStorefront: {
    required: ["slug", "name", "description", "logoUrl", "coverImageUrl", "accentColor"],
    wrong: {
      slug: text(
        ...["", "a", "ab", chars(41), "Aurora", "au--rora", "-aurora", "aurora-", "au rora"],
        ...["аurora", "aurora\u200b", "aurοra", "café", "aurora/x", "admin", "api", "store"],
      ),
      name: text("", "x", chars(121)),
      description: textOrNull(chars(2_001)),
      logoUrl: pictures,
      coverImageUrl: pictures,
      accentColor: textOrNull("", "red", "#fff", "#1a7f6", "#1a7f644", "1a7f64", "#1a7f6g"),
      socialLinks: [
        ...[null, "https://social.example/", {}, 7, [null], [[]], Array(11).fill(links[0])],
        ...isNotALink.map((link) => [link]),
      ],
    },
    right: {
      name: ["xx", chars(120)],
      description: [null, "", chars(2_000)],
      logoUrl: ["https://aurora.example/logo.png", null],
      accentColor: [null, "#1a7f64", "#FFFFFF"],
      socialLinks: [[], links, Array(10).fill(links[0])],
    },
  },
};

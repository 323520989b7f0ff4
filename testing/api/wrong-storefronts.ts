import { chars, wrongDigits } from "./wrong-values";

const pictures = [
  ...["", "picture.png", "javascript:alert(1)", "data:image/png;base64,AA", "//x.example/a.png"],
  ...["ftp://x.example/a.png", "https://user@x.example/a.png", `https://x.example/${chars(2_000)}`],
];
const links = ["https://social.example/aurora"];
const isNotALink = [
  "",
  "x",
  "http://social.example/",
  "javascript:alert(1)",
  "https://u:p@x.example/",
];

/** What products and shops must not be, where a schema does not show it. */
export const wrongStorefronts = {
  createProduct: {
    wrong: {
      imageUrl: pictures,
      price: [...wrongDigits, "0"],
      // It is sold once, and so has no interval at all.
      interval: ["monthly"],
      intervalCount: [1],
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
    wrong: { imageUrl: pictures, price: wrongDigits, interval: ["monthly"], intervalCount: [1] },
    right: { stock: [null, 0], imageUrl: [null], interval: [null], intervalCount: [null] },
  },
  checkoutProduct: {
    wrong: {
      returnPath: [
        ...["", "s/aurora", "//e", "/\\e", "\\e", "/%2f%2fe", "/%2fe", "/%5ce", "/%252fe", "/\te"],
        ...["https://e.example/", "javascript:alert(1)", `/${chars(200)}`],
      ],
    },
  },
  saveStorefront: {
    wrong: {
      slug: [
        ...["", "a", "ab", chars(41), "Aurora", "au--rora", "-aurora", "aurora-", "au rora"],
        ...[
          "\u0430urora",
          "aurora\u200b",
          "aur\u03bfra",
          "caf\u00e9",
          "aurora/x",
          "admin",
          "api",
          "store",
        ],
      ],
      logoUrl: pictures,
      coverImageUrl: pictures,
      accentColor: ["", "red", "#fff", "#1a7f6", "#1a7f644", "1a7f64", "#1a7f6g"],
      socialLinks: [Array(11).fill(links[0]), ...isNotALink.map((link) => [link])],
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

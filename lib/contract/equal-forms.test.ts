import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { address, amount, bytes32, email, hexBytes, uint256 } from "./fields";
import { createApiKey } from "./identity/api-keys";
import { createInvoice } from "./invoices/invoices";
import { sendContactMessage } from "./merchants/contact";
import { updateOwnMerchant } from "./merchants/merchant-account";
import { upsertCustomer } from "./payments/customers";
import { createSession } from "./payments/payment-sessions";
import { createPaymentLink } from "./storefronts/payment-links";
import { createProduct } from "./storefronts/storefront-products";
import { saveStorefront } from "./storefronts/storefronts";
import { createPlan } from "./subscriptions/subscription-plans";
import { createWebhookEndpoint } from "./webhooks/webhook-endpoints";

const parsed = (schema: z.ZodType | undefined, value: unknown) => schema?.safeParse(value).data;
const hex = (digits: number) => "aB".repeat(digits / 2);

describe("equal forms of one value are one", () => {
  test.each([
    ["an address", address, 40],
    ["a hash", bytes32, 64],
    ["a signature", hexBytes, 130],
  ] as const)("%s", (_, schema, digits) => {
    const plain = `0x${hex(digits).toLowerCase()}`;
    for (const form of [plain, `0x${hex(digits)}`, `0X${hex(digits)}`, ` ${plain}\n`]) {
      expect(parsed(schema, form), form).toBe(plain);
    }
    for (const wrong of [hex(digits), `0x${hex(digits)}a`, `0x ${hex(digits)}`, ""]) {
      expect(schema.safeParse(wrong).success, wrong).toBe(false);
    }
  });

  test("an amount and a number", () => {
    for (const form of ["2500000", " 2500000", "2500000\n"]) {
      expect(parsed(amount, form)).toBe(2_500_000n);
      expect(parsed(uint256, form)).toBe(2_500_000n);
    }
    for (const wrong of ["2 500", "", " ", "+1", "1e3", "٣"]) {
      expect(amount.safeParse(wrong).success, wrong).toBe(false);
    }
  });

  const internal = " Ada@Bücher.Example ";
  test("a domain of e-mail, in every script", () => {
    expect(parsed(email, internal)).toBe("Ada@xn--bcher-kva.example");
    expect(parsed(email, "ada@пример.рф")).toBe("ada@xn--e1afmkfd.xn--p1ai");
    expect(parsed(email, "ada@xn--e1afmkfd.xn--p1ai")).toBe("ada@xn--e1afmkfd.xn--p1ai");
  });

  const nfd = " Cafe\u0301 ";
  const link = { amount: "1", currency: "USDC" };
  const product = {
    name: nfd,
    type: "one_time",
    price: "1",
    currency: "USDC",
    interval: null,
    intervalCount: null,
    description: null,
    stock: null,
    isActive: true,
  };
  const shop = {
    name: "Cafe",
    slug: "cafe",
    description: null,
    logoUrl: null,
    coverImageUrl: null,
    accentColor: null,
    socialLinks: [],
  };
  const plan = { amount: "1", currency: "USDC", interval: "monthly" };
  const line = { description: "a", quantity: 1, unitAmount: "1" };
  const invoice = { lineItems: [line], currency: "USDC" };
  test.each<[string, z.ZodType | undefined, object, string]>([
    ["a business", updateOwnMerchant.body, { businessName: nfd }, "businessName"],
    ["a customer", upsertCustomer.body, { walletAddress: `0x${hex(40)}`, name: nfd }, "name"],
    [
      "an invoice's customer",
      createInvoice.body,
      { ...invoice, customerName: nfd },
      "customerName",
    ],
    ["an API key", createApiKey.body, { name: nfd, scopes: "full", mode: "test" }, "name"],
    ["a payment link", createPaymentLink.body, { ...link, name: nfd }, "name"],
    ["a product", createProduct.body, product, "name"],
    ["a shop", saveStorefront.body, { ...shop, name: nfd }, "name"],
    ["a plan", createPlan.body, { ...plan, name: nfd }, "name"],
  ])("the name of %s", (_, schema, body, field) => {
    expect(parsed(schema, body)).toMatchObject({ [field]: "Caf\u00e9" });
    expect(schema?.safeParse({ ...body, [field]: "  \n " }).success).toBe(false);
  });

  const url = " HTTPS://Bücher.Example:443/a?b ";
  const one = "https://xn--bcher-kva.example/a?b";
  test.each<[string, z.ZodType | undefined, object, string]>([
    ["a website", updateOwnMerchant.body, {}, "websiteUrl"],
    ["a logo", updateOwnMerchant.body, {}, "logoUrl"],
    ["a webhook", createWebhookEndpoint.body, { events: ["*"], mode: "test" }, "url"],
    ["a success page", createSession.body, { amount: "1", currency: "USDC" }, "successUrl"],
    ["a cancel page", createSession.body, { amount: "1", currency: "USDC" }, "cancelUrl"],
    ["a link's success page", createPaymentLink.body, { ...link, name: "a" }, "successUrl"],
    ["a product's picture", createProduct.body, product, "imageUrl"],
    ["a shop's picture", saveStorefront.body, shop, "coverImageUrl"],
  ])("the URL of %s", (_, schema, body, field) => {
    expect(parsed(schema, { ...body, [field]: url })).toMatchObject({ [field]: one });
  });

  test("an origin, of which none is named twice", () => {
    const key = { name: "a", mode: "test", kind: "publishable" };
    const of = (allowedOrigins: string[]) => parsed(createApiKey.body, { ...key, allowedOrigins });
    expect(of([" HTTPS://Bücher.example:443/ "])).toMatchObject({
      allowedOrigins: ["https://xn--bcher-kva.example"],
    });
    expect(of(["https://a.example", "https://A.example/"])).toBeUndefined();
    expect(of(["https://a.example/path"])).toBeUndefined();
  });
});

test.each<[string, z.ZodType | undefined, object, string]>([
  ["websiteUrl", updateOwnMerchant.body, { websiteUrl: "ftp://a.example" }, "begins with https://"],
  ["websiteUrl", updateOwnMerchant.body, { websiteUrl: "https://localhost" }, "host name"],
  ["websiteUrl", updateOwnMerchant.body, { websiteUrl: "https://a@b.example" }, "user info"],
  ["supportEmail", updateOwnMerchant.body, { supportEmail: "ada" }, "email address"],
  ["email", sendContactMessage.body, { email: "ada@" }, "email address"],
])("a refusal of %s says its cause", (field, schema, body, words) => {
  const issues = schema?.safeParse(body).error?.issues.filter(({ path }) => path[0] === field);
  expect(issues?.map(({ message }) => message).join()).toContain(words);
});

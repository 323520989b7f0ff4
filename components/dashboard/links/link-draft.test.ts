import { expect, test } from "vitest";
import { createPaymentLink, updatePaymentLink } from "@/lib/contract/storefronts/payment-links";
import { changeOf, fieldsOf, inputOf, newDraft } from "./link-draft";

const draft = { ...newDraft, name: " Consulting ", amount: "95" };
const question = { row: 0, key: null, label: "Shirt size", required: true };

test("a link needs a name and a price", () => {
  const input = inputOf(draft);
  expect(input).toEqual({ name: "Consulting", amount: "95000000", currency: "USDC" });
  expect(createPaymentLink.body?.safeParse(input).success).toBe(true);
});

test("the API takes a link with every option", () => {
  const input = inputOf({
    ...draft,
    maxQuantity: "99",
    email: "required",
    fields: [question],
    successUrl: "https://aurora.example/thanks",
  });
  expect(createPaymentLink.body?.safeParse(input)).toMatchObject({ success: true });
});

test("where the payer chooses the amount, both bounds are sent and no quantity", () => {
  const chosen = { ...draft, pricing: "chosen", maxQuantity: "5" } as const;
  const input = inputOf({ ...chosen, minAmount: "5", maxAmount: "50" });
  expect(input).toEqual({
    name: "Consulting",
    minAmount: "5000000",
    maxAmount: "50000000",
    currency: "USDC",
  });
  expect(createPaymentLink.body?.safeParse(input).success).toBe(true);
  expect(inputOf({ ...chosen, minAmount: "50", maxAmount: "5" })).toBeNull();
});

test("a link to a product has no price of its own", () => {
  const product = { ...draft, pricing: "product" } as const;
  expect(inputOf(product)).toBeNull();
  expect(inputOf({ ...product, productId: "prod_1" })).toEqual({
    name: "Consulting",
    productId: "prod_1",
  });
});

test.each([{ name: "" }, { amount: "0" }, { maxQuantity: "0" }, { maxQuantity: "100" }])(
  "a link with %o is not sent",
  (change) => {
    expect(inputOf({ ...draft, ...change })).toBeNull();
  },
);

test("a question gets a key that the API takes, and keeps the one that it has", () => {
  const keys = (...labels: string[]) =>
    fieldsOf(labels.map((label, row) => ({ ...question, row, label }))).map(({ key }) => key);
  expect(keys("Shirt size", "Shirt size", "2. Größe?")).toEqual([
    "shirt_size",
    "shirt_size_2",
    "große".normalize("NFKD").replace("ß", "_"),
  ]);
  expect(keys("Product")).toEqual(["product_2"]);
  expect(keys("日本")).toEqual(["answer"]);
  expect(fieldsOf([{ ...question, key: "size" }])).toEqual([
    { key: "size", label: "Shirt size", required: true },
  ]);
});

test("a change names what can be changed, and an empty success page takes it away", () => {
  const began = { ...draft, name: "Beans", successUrl: "https://shop.example/thanks" };
  const change = changeOf(began, { ...draft, fields: [question] }, "link_1");
  expect(change).toMatchObject({ id: "link_1", name: "Consulting", successUrl: null });
  const { id: _, ...body } = change ?? { id: "" };
  expect(updatePaymentLink.body?.safeParse(body).success).toBe(true);
});

test("a change leaves what was not typed as it is stored", () => {
  const began = { ...draft, name: "Consulting", fields: [question] };
  expect(changeOf(began, { ...began, name: "Advice" }, "link_1")).toEqual({
    id: "link_1",
    name: "Advice",
  });
  expect(changeOf(began, { ...began, name: " " }, "link_1")).toBeNull();
});

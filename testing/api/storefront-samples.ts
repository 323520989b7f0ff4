import { randomBytes } from "node:crypto";
import type { Mode } from "@/lib/core/modes";
import type { ApiTarget } from "./api-target";
import type { Sample } from "./derive-samples";
import { own } from "./sample-rows";

const product = {
  name: "Coffee, 250 g",
  description: null,
  price: "12500000",
  currency: "USDC",
  type: "one_time",
  interval: null,
  intervalCount: null,
  stock: 12,
  isActive: true,
};

const link = { name: "Consulting", amount: "95000000", currency: "USDC" };

const shop = {
  name: "Aurora Coffee",
  description: null,
  logoUrl: null,
  coverImageUrl: null,
  accentColor: null,
};

/** A merchant's products and its shop, made over the API, and requests of them. */
export async function storefrontSamples(
  target: ApiTarget,
  headers: Record<string, string>,
  mode: Mode,
): Promise<Record<string, Sample>> {
  const post = async (path: string, body: object) =>
    (await target.send({ method: "POST", path, headers, body: { ...body } })).body;
  const makeProduct = async () => String((await post("/v1/storefront/products", product)).id);
  const [productId, archivedId] = [await makeProduct(), await makeProduct()];
  const body = { ...shop, slug: `aurora-${randomBytes(8).toString("hex")}` };
  await post("/v1/storefront", body);
  await post("/v1/storefront/publish", {});
  const linkId = String((await post("/v1/payment-links", link)).id);
  const { slug } = body;
  await target.send({
    method: "POST",
    path: `/store/${slug}/products/${productId}/checkout`,
    body: {},
  });
  return {
    createProduct: { body: product },
    listProducts: { query: { limit: "5" }, table: "storefront_products" },
    getProduct: own(productId),
    updateProduct: { ...own(productId), body: { stock: 13 } },
    archiveProduct: own(archivedId),
    saveStorefront: { body },
    checkSlug: { params: { slug } },
    createPaymentLink: { body: link },
    listPaymentLinks: { query: { limit: "5" }, table: "payment_links" },
    getPaymentLink: own(linkId),
    updatePaymentLink: { ...own(linkId), body: { name: "Consulting" } },
    getPublicLink: { params: { id: linkId } },
    checkoutLink: { params: { id: linkId }, body: { customerEmail: "ada@example.com" } },
    listOrders: { query: { limit: "5" }, table: "storefront_orders" },
    getStore: { params: { slug }, query: { mode } },
    checkoutProduct: {
      params: { slug, productId },
      body: { customerEmail: "ada@example.com", returnPath: "/s/aurora" },
    },
  };
}

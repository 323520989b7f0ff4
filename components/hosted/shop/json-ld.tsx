import type { Shop, ShopProduct } from "@/lib/contract/storefronts/hosted-shop";
import { toDecimal } from "@/lib/core/amounts/money";

/** A description for search engines (JSON-LD, schema.org). `<` is escaped: no text of a merchant ends the element. */
export function JsonLd({ data }: { data: object }) {
  const text = JSON.stringify({ "@context": "https://schema.org", ...data });
  return <script type="application/ld+json">{text.replaceAll("<", "\\u003c")}</script>;
}

/** The shop. */
export const describeShop = ({ name, url, description, logoUrl, socialLinks }: Shop) => ({
  "@type": "OnlineStore",
  name,
  url,
  ...(description && { description }),
  ...(logoUrl && { logo: logoUrl }),
  ...(socialLinks.length > 0 && { sameAs: socialLinks }),
});

/** A product, with its price as an offer. */
export const describeProduct = (shop: Shop, product: ShopProduct, url: string) => ({
  "@type": "Product",
  name: product.name,
  url,
  ...(product.description && { description: product.description }),
  ...(product.imageUrl && { image: product.imageUrl }),
  offers: {
    "@type": "Offer",
    url,
    price: toDecimal(product.price),
    priceCurrency: product.currency,
    availability: `https://schema.org/${product.available === 0 || !shop.sells ? "OutOfStock" : "InStock"}`,
    seller: { "@type": "Organization", name: shop.name },
  },
});

import type { TransactionSql } from "@/db/client";
import { newId } from "@/lib/core/ids";
import type { Mode } from "@/lib/core/modes";
import { singleLine } from "@/lib/core/text/plain-text";
import { aboutTestMode, type Mail } from "@/lib/domain/mails/mail";
import { type MerchantFacts, queueMail } from "@/lib/domain/mails/queue-mail";

type SoldOutFacts = MerchantFacts & { productId: string; product: string };

/** That the last piece of a product was sold. */
export const soldOutMail: Mail<SoldOutFacts> = {
  kind: "product_sold_out",
  notification: "product.sold_out",
  subject: ({ product }) => `Sold out: ${singleLine(product)}`,
  body({ product, productId, businessName }) {
    return {
      preheader: "The last piece was sold.",
      heading: `${singleLine(product)} is sold out`,
      paragraphs: [
        "The last piece was sold, so this product is sold out. Raise its stock to sell more.",
      ],
      facts: [["Product", singleLine(product)]],
      button: { label: "View product", to: `/dashboard/storefront/products/${productId}` },
      inTestMode: aboutTestMode,
      footer: `You're receiving this email because ${singleLine(businessName)} counts the stock of this product.`,
    };
  },
};

/** Tells merchants of products whose last piece was sold, in the transaction that sells it. */
export async function tellSoldOut(
  tx: TransactionSql,
  products: readonly { id: string; merchantId: string; mode: Mode; name: string }[],
): Promise<void> {
  for (const { id, merchantId, mode, name } of products) {
    const facts = { productId: id, product: name };
    // It is sold out again once its stock was raised: each time is told of.
    await queueMail(tx, soldOutMail, { merchantId, mode, about: newId("mail"), ...facts });
  }
}

import type { ReactNode } from "react";
import { HostedFooter } from "@/components/hosted/hosted-footer";
import { LargeAmount } from "@/components/ui/money/amount";
import type { ShopPage, ShopProduct } from "@/lib/contract/storefronts/hosted-shop";
import { currencyDecimals, digits } from "@/lib/core/amounts/money";
import { shopPath } from "@/lib/core/storefronts/shop-paths";
import { describeProduct, JsonLd } from "./json-ld";
import { intervalOf } from "./price";
import { ProductActions, ShopNotice } from "./product-actions";
import { ProductPicture } from "./product-picture";
import { ShopMark } from "./shop-mark";
import type { ShopSpeech } from "./shop-speech";

type Props = ShopSpeech & {
  page: ShopPage & { product: ShopProduct };
  /** The page's address. */
  url: string;
};

/** A product, and what buys it. */
export function ProductView(props: Props) {
  const { page, url, say, terms, locale } = props;
  const { shop, product } = page;
  return (
    <ShopFrame {...props}>
      <JsonLd data={describeProduct(shop, product, url)} />
      <ShopNotice page={page} say={say} />
      <div className="grid gap-8 md:grid-cols-2 md:gap-12">
        <ProductPicture name={product.name} url={product.imageUrl} eager />
        <div>
          <h1
            dir="auto"
            className="wrap-anywhere text-balance font-semibold text-2xl tracking-tight sm:text-3xl"
          >
            {product.name}
          </h1>
          <div className="mt-4">
            <LargeAmount
              amount={digits(product.price)}
              currency={product.currency}
              decimals={currencyDecimals}
              locale={locale}
              className="text-3xl"
            />
            <p className="mt-1 text-muted">{intervalOf(product, terms) ?? say("oneTime")}</p>
          </div>
          <div className="mt-6 print:hidden">
            <ProductActions {...props} product={product} wide />
          </div>
          <p className="mt-3 text-muted text-sm print:hidden">
            {say("network", { currency: product.currency })}
          </p>
          {product.description && (
            <p
              dir="auto"
              className="wrap-anywhere mt-6 whitespace-pre-line border-line border-t pt-6 text-pretty"
            >
              {product.description}
            </p>
          )}
        </div>
      </div>
    </ShopFrame>
  );
}

interface FrameProps extends ShopSpeech {
  page: ShopPage;
  /** False where visitors can't see the shop: then its name is no link. */
  isOpen?: boolean;
  children: ReactNode;
}

/** A page below a shop's: its name leads back. */
export function ShopFrame({ page, isOpen = true, say, hosted, children }: FrameProps) {
  const { shop, merchant } = page;
  const head = "flex min-w-0 items-center gap-3 rounded-xl font-medium";
  return (
    <>
      <header className="border-line border-b">
        <div className="mx-auto flex w-full max-w-5xl items-center px-5 py-3 sm:px-8 print:px-0">
          {isOpen ? (
            <a href={shopPath(shop)} className={head}>
              <ShopMark page={page} small />
              <span className="sr-only">{say("backToShop", { shop: shop.name })}</span>
              <span aria-hidden="true" dir="auto" className="truncate">
                {shop.name}
              </span>
            </a>
          ) : (
            <div className={head}>
              <ShopMark page={page} small />
              <span dir="auto" className="truncate">
                {shop.name}
              </span>
            </div>
          )}
        </div>
      </header>
      <main className="mx-auto w-full max-w-5xl flex-1 px-5 py-8 sm:px-8 sm:py-12 print:px-0">
        {children}
      </main>
      <HostedFooter
        merchant={merchant}
        say={hosted}
        className="mx-auto flex w-full max-w-5xl px-5 pb-8 sm:px-8"
      />
    </>
  );
}

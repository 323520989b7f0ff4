import { HostedFooter } from "@/components/hosted/hosted-footer";
import type { ShopPage, ShopProduct } from "@/lib/contract/storefronts/hosted-shop";
import { productPath } from "@/lib/core/storefronts/shop-paths";
import { describeShop, JsonLd } from "./json-ld";
import { Price } from "./price";
import { ProductActions, ShopNotice } from "./product-actions";
import { ProductPicture } from "./product-picture";
import { ShopMark } from "./shop-mark";
import type { ShopSpeech } from "./shop-speech";

type Props = ShopSpeech & { page: ShopPage };

/** A shop: who sells, and everything that is on sale. */
export function ShopView(props: Props) {
  const { page, say, hosted } = props;
  const { shop, merchant } = page;
  return (
    <>
      <JsonLd data={describeShop(shop)} />
      <ShopHeader {...props} />
      <main className="mx-auto w-full max-w-5xl flex-1 px-5 pt-8 pb-16 sm:px-8 print:px-0">
        <ShopNotice page={page} say={say} />
        {shop.products.length === 0 ? (
          <div className="rounded-2xl border border-line border-dashed px-6 py-16 text-center">
            <h2 className="font-semibold text-lg">{say("noProducts")}</h2>
            <p className="mt-1 text-muted">{say("noProductsIntro", { shop: shop.name })}</p>
          </div>
        ) : (
          <ProductGrid {...props} />
        )}
      </main>
      <HostedFooter
        merchant={merchant}
        say={hosted}
        className="mx-auto flex w-full max-w-5xl px-5 pb-8 sm:px-8"
      />
    </>
  );
}

function ShopHeader({ page, say }: Props) {
  const { shop } = page;
  return (
    <header>
      {shop.coverImageUrl ? (
        <img
          src={shop.coverImageUrl}
          alt=""
          width={1600}
          height={400}
          fetchPriority="high"
          className="h-36 w-full border-line border-b object-cover sm:h-56 print:hidden"
        />
      ) : (
        <div className="relative h-24 overflow-hidden border-line border-b bg-panel sm:h-32 print:hidden">
          <div
            aria-hidden="true"
            className="guilloche absolute -top-48 -right-24 size-[32rem] opacity-[0.09]"
          />
        </div>
      )}
      <div className="mx-auto w-full max-w-5xl px-5 sm:px-8 print:px-0">
        <div className="-mt-8 relative">
          <ShopMark page={page} />
        </div>
        <h1
          dir="auto"
          className="wrap-anywhere mt-4 text-balance font-semibold text-2xl tracking-tight sm:text-3xl"
        >
          {shop.name}
        </h1>
        {shop.description && (
          <p
            dir="auto"
            className="wrap-anywhere mt-2 max-w-2xl whitespace-pre-line text-pretty text-muted"
          >
            {shop.description}
          </p>
        )}
        <SocialLinks page={page} label={say("elsewhere", { shop: shop.name })} />
      </div>
    </header>
  );
}

function SocialLinks({ page: { shop }, label }: { page: ShopPage; label: string }) {
  if (shop.socialLinks.length === 0) return null;
  return (
    <nav aria-label={label} className="mt-3 print:hidden">
      <ul className="flex flex-wrap gap-x-4 text-sm">
        {shop.socialLinks.map((link) => (
          <li key={link}>
            <a
              href={link}
              target="_blank"
              rel="nofollow ugc noopener noreferrer"
              className="inline-flex min-h-6 items-center text-muted underline decoration-line underline-offset-4 hover:text-ink hover:decoration-ink"
            >
              {new URL(link).host.replace(/^www\./, "")}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ProductGrid(props: Props) {
  const { page, say } = props;
  return (
    <section aria-label={say("products")}>
      <ul className="grid grid-cols-1 gap-x-6 gap-y-10 min-[30rem]:grid-cols-2 lg:grid-cols-3">
        {page.shop.products.map((product, at) => (
          <ProductCard key={product.id} {...props} product={product} eager={at < 3} />
        ))}
      </ul>
    </section>
  );
}

function ProductCard(props: Props & { product: ShopProduct; eager: boolean }) {
  const { page, product, eager } = props;
  return (
    <li className="flex flex-col break-inside-avoid">
      <a href={productPath(page.shop, product)} className="group rounded-2xl">
        <ProductPicture name={product.name} url={product.imageUrl} eager={eager} />
        <h2
          dir="auto"
          className="wrap-anywhere mt-3 font-medium text-[1.0625rem] underline-offset-4 group-hover:underline"
        >
          {product.name}
        </h2>
      </a>
      <p className="mt-0.5 mb-3">
        <Price product={product} terms={props.terms} locale={props.locale} />
      </p>
      <div className="mt-auto print:hidden">
        <ProductActions {...props} wide />
      </div>
    </li>
  );
}

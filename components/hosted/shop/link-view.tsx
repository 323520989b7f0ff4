import { HostedFooter } from "@/components/hosted/hosted-footer";
import { MerchantMark } from "@/components/hosted/pay/merchant-mark";
import { ResultMark } from "@/components/hosted/pay/result-mark";
import { formWords, type SayShop, type shopWords } from "@/components/hosted/words/shop/shop-words";
import { LargeAmount } from "@/components/ui/money/amount";
import type { LinkPage } from "@/lib/contract/storefronts/hosted-shop";
import { currencyDecimals, digits } from "@/lib/core/amounts/money";
import { LinkForm, type LinkTerms } from "./link-form";
import { intervalOf } from "./price";
import { ProductPicture } from "./product-picture";
import type { ShopSpeech } from "./shop-speech";
import { StockNote } from "./stock-note";

type Props = Omit<ShopSpeech, "problems"> & {
  page: LinkPage;
  words: (typeof shopWords)[keyof typeof shopWords];
};

/** A payment link: what is sold, and what the payer says before paying. */
export function LinkView(props: Props) {
  const { page, say, hosted } = props;
  const { link, merchant } = page;
  return (
    <div className="flex flex-1 flex-col bg-panel">
      <main className="mx-auto w-full max-w-lg flex-1 px-4 py-8 sm:py-14">
        <div className="overflow-hidden rounded-2xl border border-line bg-canvas px-5 pt-5 pb-7 sm:px-8 sm:pt-7">
          <header className="flex items-center gap-3">
            <MerchantMark merchant={merchant} alt={hosted("logo", { merchant: merchant.name })} />
            <p dir="auto" className="min-w-0 flex-1 truncate font-medium">
              {merchant.name}
            </p>
          </header>
          {link.closedBy === null ? <Offer {...props} /> : <Closed page={page} say={say} />}
        </div>
      </main>
      <HostedFooter
        merchant={merchant}
        say={hosted}
        className="mx-auto flex w-full max-w-lg px-5 pb-8"
      />
    </div>
  );
}

function Offer(props: Props) {
  const { page, say, words, locale } = props;
  const { product } = page.link;
  return (
    <>
      {product?.imageUrl && (
        <div className="mx-auto mt-6 w-40">
          <ProductPicture name={product.name} url={product.imageUrl} eager />
        </div>
      )}
      <h1
        dir="auto"
        className="wrap-anywhere mt-6 text-balance font-semibold text-xl tracking-tight"
      >
        {product?.name ?? page.link.name}
      </h1>
      <Cost {...props} />
      {product?.description && (
        <p dir="auto" className="wrap-anywhere mt-3 whitespace-pre-line text-pretty text-muted">
          {product.description}
        </p>
      )}
      <div className="mt-2">
        <StockNote available={product?.available ?? null} say={say} />
      </div>
      <div className="mt-6 border-line border-t pt-6">
        <LinkForm terms={termsOf(page)} words={formWords(words)} locale={locale} />
      </div>
      <p className="mt-3 text-muted text-sm">
        {say("network", { currency: termsOf(page).currency })}
      </p>
    </>
  );
}

function Cost({ page, terms, locale }: Props) {
  const { currency, price } = termsOf(page);
  if (price === null) return null;
  const every = page.link.product && intervalOf(page.link.product, terms);
  return (
    <div className="mt-2">
      <LargeAmount
        amount={price}
        currency={currency}
        decimals={currencyDecimals}
        locale={locale}
        className="text-3xl"
      />
      {every && <p className="mt-1 text-muted">{every}</p>}
    </div>
  );
}

/** Nothing can be paid here now, and why. */
function Closed({ page: { link, merchant }, say }: { page: LinkPage; say: SayShop }) {
  const { closedBy } = link;
  if (closedBy === null) return null;
  return (
    <div className="grid justify-items-center pt-10 pb-4 text-center">
      <ResultMark tone="over" />
      <h1 className="text-balance font-semibold text-xl tracking-tight">
        {say(closedBy, { merchant: merchant.name })}
      </h1>
      <p className="mt-2 text-pretty text-muted">
        {say("closedLinkIntro", { merchant: merchant.name })}
      </p>
    </div>
  );
}

function termsOf({ link, merchant }: LinkPage): LinkTerms {
  const { product, amount, minAmount, maxAmount } = link;
  const price = product?.price ?? amount;
  const available = product?.available ?? link.maxQuantity;
  return {
    id: link.id,
    merchant: merchant.name,
    currency: product?.currency ?? link.currency ?? "USDC",
    price: price === null ? null : digits(price),
    bounds:
      minAmount !== null && maxAmount !== null
        ? { least: digits(minAmount), most: digits(maxAmount) }
        : null,
    maxQuantity: Math.min(link.maxQuantity, available),
    email: link.email,
    fields: link.fields,
    isSubscription: product?.type === "subscription",
  };
}

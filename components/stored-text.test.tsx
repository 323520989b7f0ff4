import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ContextType, ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { mailHtml } from "@/lib/adapters/email/mail-html";
import type { InvoicePage as Invoice, PageParty } from "@/lib/contract/invoices/hosted-invoice";
import type { HostedMerchant } from "@/lib/contract/merchants/hosted-merchant";
import type { PayPage } from "@/lib/contract/payments/hosted-pay";
import type { PublicLink, Shop, ShopProduct } from "@/lib/contract/storefronts/hosted-shop";
import type { SubscribePage } from "@/lib/contract/subscriptions/hosted-subscribe";
import type { OwnSubscription } from "@/lib/contract/subscriptions/payer-home";
import { sayIn } from "@/lib/core/text/say";
import { harmless, hostileTexts, skeletonOf, targetsOf } from "@/testing/hostile-text";
import { SessionsSection } from "./account/security/sessions-section";
import { BrandSection } from "./dashboard/business/brand-section";
import { MetadataSection } from "./dashboard/business/metadata-section";
import type { OwnMerchant } from "./dashboard/business/own-merchant";
import { ProfileSection } from "./dashboard/business/profile-section";
import { DetailHeader } from "./dashboard/detail/detail-header";
import { Metadata } from "./dashboard/detail/metadata";
import { Timeline } from "./dashboard/detail/timeline";
import { tellStep } from "./dashboard/detail/timeline-words";
import { InvoicePaper } from "./dashboard/invoices/invoice-paper";
import type { ShownKey } from "./dashboard/keys/acting-keys";
import { keyColumns } from "./dashboard/keys/key-columns";
import { newDraft as newLinkDraft } from "./dashboard/links/link-draft";
import { LinkPreview } from "./dashboard/links/link-preview";
import { NotificationSettings } from "./dashboard/notifications/notification-settings";
import { newDraft } from "./dashboard/plans/plan-draft";
import { PlanPreview } from "./dashboard/plans/plan-preview";
import { DashboardPage } from "./dashboard/shell/dashboard-page";
import { DashboardShell } from "./dashboard/shell/dashboard-shell";
import type { Product } from "./dashboard/storefront/product-kinds";
import { draftOf as shopDraftOf } from "./dashboard/storefront/shop-draft";
import { ShopPreview } from "./dashboard/storefront/shop-preview";
import { InvoicePage } from "./hosted/invoice/invoice-page";
import { Checkout } from "./hosted/pay/checkout";
import { outcomePart } from "./hosted/pay/later-screens";
import { renderPayParts } from "./hosted/pay/pay-parts";
import { OwnCard } from "./hosted/payer/own-card";
import { AccentStyle } from "./hosted/shop/accent-style";
import { LinkView } from "./hosted/shop/link-view";
import { ProductView } from "./hosted/shop/product-view";
import { ShopView } from "./hosted/shop/shop-view";
import { speakTo } from "./hosted/shop/speak";
import { ThanksView } from "./hosted/shop/thanks-view";
import { Subscribe } from "./hosted/subscribe/subscribe";
import { renderSubscribeParts } from "./hosted/subscribe/subscribe-parts";
import { hostedWords } from "./hosted/words/hosted/hosted-words";
import { invoiceWords } from "./hosted/words/invoice/invoice-words";
import { browserWords, payWords } from "./hosted/words/pay/pay-words";
import { subscriptionsWords } from "./hosted/words/payer/payer-words";
import { subscribeWords } from "./hosted/words/subscribe/subscribe-words";
import { MailView } from "./site/dev-inbox/mail-view";
import { Table } from "./ui/table";

// A page that is rendered at once cannot wait for the code of its first screen.
await outcomePart.load();

const locale = "en";
const at = "2026-04-27T12:00:00.000Z";
const hash = `0x${"ab".repeat(32)}`;
const address = `0x${"a1".repeat(20)}`;
const hosted = sayIn(hostedWords.en);
const never = () => Promise.reject(new Error("nobody calls it"));

const network = {
  chainId: 31337,
  label: "Local",
  rpcUrls: [],
  explorer: "https://explorer.example",
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
};
/** A website is a URL whatever is written behind its host, and an address is one by its form. */
const merchantOf = (text: string): HostedMerchant => ({
  name: text,
  website: new URL(encodeURIComponent(text), "https://aurora.example").href,
  supportEmail: `${text}@aurora.example`,
  logo: { path: `/api/images/${"0".repeat(64)}.webp`, width: 200, height: 100 },
});

const payPage = (text: string, status: PayPage["status"]["status"]): PayPage => ({
  sessionId: "ps_1",
  mode: "test",
  amount: "2500000",
  currency: "USDC",
  decimals: 6,
  tokenAddress: address,
  merchantId: "7",
  processorAddress: address,
  registryAddress: address,
  signatures: 1,
  description: text,
  email: text,
  createdAt: at,
  expiresAt: at,
  merchant: merchantOf(text),
  network,
  pageUrl: "https://pay.example.com/pay/ps_1",
  successUrl: "https://aurora.example/thanks",
  cancelUrl: "https://aurora.example/cart",
  status: {
    status,
    txHash: hash,
    refundTxHash: hash,
    from: address,
    to: address,
    failureCode: null,
    submittedAt: at,
    seenAt: at,
    expectedFinalAt: at,
    confirmedAt: at,
    chainId: network.chainId,
    asOf: at,
  },
  chains: [],
  testWallet: true,
  connectors: null,
});

function payMarkup(page: PayPage): ReactElement {
  const say = sayIn(payWords.en);
  const actions = {
    checkWallet: never,
    readBalances: never,
    moveSession: never,
    requestSignatures: never,
    relay: never,
    recordPayer: never,
    mintTestTokens: never,
  };
  const parts = renderPayParts(page, { say, hosted, locale });
  const words = browserWords(payWords.en);
  return <Checkout page={page} actions={actions} parts={parts} words={words} locale={locale} />;
}

function subscribeMarkup(text: string): ReactElement {
  const page: SubscribePage = {
    planId: "plan_1",
    mode: "test",
    name: text,
    description: text,
    amount: "10000000",
    currency: "USDC",
    decimals: 6,
    tokenAddress: address,
    merchantId: "7",
    subscriptionsAddress: address,
    registryAddress: address,
    interval: "monthly",
    intervalCount: 1,
    intervalSeconds: 2_592_000,
    trialDays: 7,
    cycles: 12,
    endsByItself: false,
    cap: "120000000",
    active: true,
    merchant: { ...merchantOf(text), open: true, timeZone: "UTC" },
    network,
    pageUrl: "https://pay.example.com/subscribe/plan_1",
    manageUrl: "https://pay.example.com/subscriptions",
    email: null,
    returnTo: null,
    start: null,
    createdAt: at,
    asOf: at,
    testWallet: true,
    connectors: null,
  };
  const speech = { say: sayIn(payWords.en), words: sayIn(subscribeWords.en), hosted, locale };
  const actions = {
    checkSubscriber: never,
    readStanding: never,
    requestMandate: never,
    requestDirect: never,
    relayMandate: never,
    recordPlanPayer: never,
    mintPlanTokens: never,
  };
  return (
    <Subscribe
      page={page}
      actions={actions}
      parts={renderSubscribeParts(page, speech)}
      payWords={browserWords(payWords.en)}
      words={subscribeWords.en}
      locale={locale}
    />
  );
}

function invoiceMarkup(text: string): ReactElement {
  const party: PageParty = {
    name: text,
    addressLines: [text],
    country: "ES",
    vatId: text,
    reference: text,
    contactLines: [text],
  };
  const page: Invoice = {
    mode: "test",
    number: "INV-000001",
    documentPath: "/api/invoices/x/document",
    hasEInvoice: true,
    status: "sent",
    merchant: merchantOf(text),
    seller: party,
    buyer: party,
    customerEmail: text,
    currency: "USDC",
    decimals: 6,
    lines: [
      { description: text, quantity: 1, unit: text, unitAmount: "1", amount: "1", taxRate: 21 },
    ],
    taxes: [],
    subtotal: "1",
    taxTotal: "0",
    total: "1",
    note: text,
    serviceDate: "2026-04-27",
    buyerReference: text,
    issuedAt: at,
    dueAt: at,
    paidAt: null,
    refunded: false,
    timeZone: "UTC",
    network: "Local",
    payment: "open",
    payPath: "/pay/ps_1",
    transaction: { hash, url: "https://explorer.example/tx" },
  };
  return <InvoicePage page={page} say={sayIn(invoiceWords.en)} hosted={hosted} locale={locale} />;
}

function ownMarkup(text: string): ReactElement {
  const own: OwnSubscription = {
    id: "sub_1",
    merchant: { name: text, website: null, timeZone: "UTC" },
    plan: { id: "plan_1", name: text, interval: "monthly", intervalCount: 1 },
    amount: "1",
    due: "1",
    currency: "USDC",
    decimals: 6,
    intervalSeconds: 2_592_000,
    network,
    status: "active",
    failed: false,
    overdue: false,
    paused: false,
    follows: false,
    nextChargeAt: at,
    outlook: "good",
    endAt: at,
    paidUntil: at,
    graceEndsAt: null,
    failureCode: null,
    cap: "1",
    charged: "0",
    charging: false,
    onchainCancel: "none",
    cancelCall: { to: address, data: "0x" },
    receipts: [],
  };
  const words = subscriptionsWords.en;
  const actions = { cancel: never, payNow: never, readCharge: never };
  return <OwnCard own={own} actions={actions} words={words} say={sayIn(words)} locale={locale} />;
}

function dashboardMarkup(text: string): ReactElement {
  const merchant: OwnMerchant = {
    id: "mer_1",
    object: "merchant",
    businessName: text,
    businessSector: text,
    countryCode: "ES",
    timeZone: "UTC",
    websiteUrl: text,
    logoUrl: text,
    logoStatus: "image_invalid",
    supportEmail: text,
    payoutAddress: address,
    defaultCurrency: "USDC",
    email: text,
    emailPrefs: { paymentReceived: true, subscriptionCharged: true },
    tier: "free",
    status: "active",
    metadata: { [text]: text },
    createdAt: at,
    updatedAt: at,
  };
  const business = { id: "mer_1", name: text, status: "active" };
  const frame = {
    origin: "https://pay.example",
    hasLive: true,
    email: text,
    elsewhere: null,
    connectors: null,
    business,
    businesses: [business, { ...business, id: "mer_2" }],
  } as const;
  const session = {
    id: "1",
    current: false,
    userAgent: text,
    addressPrefix: text,
    lastSeenAt: at,
  };
  return (
    <SearchParamsContext value={new URLSearchParams("mode=test")}>
      <DashboardShell frame={frame}>
        <DashboardPage title={text} text={text}>
          <ProfileSection merchant={merchant} />
          <BrandSection merchant={merchant} logo={null} />
          <NotificationSettings
            preferences={{
              object: "notification_preferences",
              email: text,
              data: [
                {
                  kind: "payment.completed",
                  value: "both",
                  choices: ["bell", "mail", "both", "none"],
                },
              ],
            }}
          />
          <MetadataSection metadata={merchant.metadata} />
          <SessionsSection sessions={[session]} />
          <Table
            caption={text}
            columns={keyColumns(keyActions)}
            rows={[keyOf(text)]}
            keyOf={({ id }) => id}
          />
          <MailView subject={text} text={text} htmlUrl="/api/dev/mails/mail_1" />
        </DashboardPage>
      </DashboardShell>
    </SearchParamsContext>
  );
}

/** A shop and its pages; addresses of pictures are ours, and a link elsewhere is https by its form. */
function shopMarkup(text: string): ReactElement {
  const product: ShopProduct = {
    id: "prod_1",
    object: "store_product",
    name: text,
    description: text,
    imageUrl: null,
    price: 1n,
    currency: "USDC",
    type: "one_time",
    interval: null,
    intervalCount: null,
    available: 3,
  };
  const shop: Shop = {
    object: "store",
    mode: "test",
    slug: "aurora",
    url: "https://pay.example.com/s/aurora?mode=test",
    name: text,
    description: text,
    logoUrl: null,
    coverImageUrl: null,
    accentColor: "#1a7f64",
    socialLinks: [new URL(encodeURIComponent(text), "https://aurora.example").href],
    sells: true,
    products: [product],
  };
  const page = { shop, merchant: merchantOf(text) };
  const { words, speech } = speakTo("en", undefined);
  const order = { sessionId: "ps_1", name: text, status: "confirmed" } as const;
  const link: PublicLink = {
    id: "link_1",
    object: "public_payment_link",
    mode: "test",
    merchantId: "mer_1",
    name: text,
    product: null,
    amount: 1n,
    minAmount: null,
    maxAmount: null,
    currency: "USDC",
    maxQuantity: 3,
    email: "required",
    fields: [{ key: "size", label: text, required: false }],
    closedBy: null,
  };
  return (
    <>
      <AccentStyle color="#1a7f64" nonce="n" />
      <ShopView page={page} {...speech} />
      <ProductView page={{ ...page, product }} url={shop.url} {...speech} />
      <ThanksView page={{ ...page, order, isOpen: true }} {...speech} />
      <LinkView page={{ link, merchant: page.merchant }} words={words} {...speech} />
    </>
  );
}

const questionOf = (label: string) => ({ row: 0, key: null, label, required: true });

const productOf = (text: string): Product => ({
  id: "prod_1",
  object: "product",
  mode: "test",
  merchantId: "mer_1",
  name: text,
  description: text,
  imageUrl: text,
  imageStatus: "image_invalid",
  price: "1",
  currency: "USDC",
  type: "one_time",
  interval: null,
  intervalCount: null,
  stock: 3,
  available: 3,
  oversold: 1,
  isActive: true,
  onSale: true,
  sortOrder: 0,
  planId: null,
  archivedAt: null,
  createdAt: at,
  updatedAt: at,
});

/** What the pages of objects show of what merchants, payers and receivers write. */
function objectMarkup(text: string): ReactElement {
  const delivery = {
    id: "whd_1",
    endpointId: "we_1",
    url: `https://${text}`,
    event: "payment.created",
    attempt: 2,
    responseCode: null,
    error: text,
  } as const;
  const step = tellStep(
    {
      id: "1",
      at,
      type: "webhook.failed",
      actor: "stipend",
      resourceId: "ps_1",
      wallet: null,
      txHash: null,
      amount: null,
      delivery,
    },
    "USDC",
  );
  const line = { description: text, quantity: 1, unit: text, unitAmount: "1", amount: "1" };
  return (
    <>
      <DetailHeader kind="subscription_plan" called={text} id="plan_1" title={text} text={text} />
      <Metadata metadata={{ [text]: text }} />
      <Timeline entries={[step]} />
      <PlanPreview draft={{ ...newDraft, name: text, description: text }} />
      <LinkPreview draft={{ ...newLinkDraft, name: text, fields: [questionOf(text)] }} />
      <ShopPreview
        draft={{ ...shopDraftOf(null, text), description: text, accentColor: text }}
        pictures={{ logo: null, cover: null, products: {} }}
        products={[productOf(text)]}
      />
      <InvoicePaper
        from={text}
        to={text}
        number={text}
        due={text}
        currency="USDC"
        lines={[{ ...line, taxRate: 2_100 }]}
        taxes={[]}
        subtotal="1"
        total="1"
        note={text}
      />
    </>
  );
}

const keyActions = { onEnd: never, onRequests: never };
const keyOf = (text: string) =>
  ({
    id: "ak_1",
    name: text,
    prefix: "pk_test_",
    last4: "abcd",
    kind: "publishable",
    scopes: [],
    allowedOrigins: [text],
    status: "active",
    revokedReason: null,
    expiresAt: null,
    lastUsedAt: at,
  }) as unknown as ShownKey;

const router: NonNullable<ContextType<typeof AppRouterContext>> = {
  bfcacheId: "1",
  back: never,
  forward: never,
  refresh: never,
  push: never,
  replace: never,
  prefetch: never,
};
const htmlOf = (element: ReactElement) =>
  renderToString(
    <AppRouterContext.Provider value={router}>
      <SearchParamsContext value={new URLSearchParams()}>{element}</SearchParamsContext>
    </AppRouterContext.Provider>,
  );

const mailOf = (text: string) =>
  mailHtml({
    lang: "en",
    subject: text,
    preheader: text,
    brand: text,
    heading: text,
    paragraphs: [text],
    code: { label: text, value: text },
    facts: [[text, text]],
    button: { label: text, url: "https://pay.example.com/pay/ps_1", hint: text },
    notice: text,
    footer: text,
    replyTo: text,
    unsubscribe: { label: text, url: "https://pay.example.com/api/mail/unsubscribe/x" },
  });

const pages: Readonly<Record<string, (text: string) => string | Promise<string>>> = {
  ...Object.fromEntries(
    (["open", "seen", "confirmed", "refunded", "unavailable"] as const).map((status) => [
      `the pay page while it is ${status}`,
      (text: string) => htmlOf(payMarkup(payPage(text, status))),
    ]),
  ),
  "the page of a plan": (text) => htmlOf(subscribeMarkup(text)),
  "a shop and a payment link": (text) => htmlOf(shopMarkup(text)),
  "the page of an invoice": (text) => htmlOf(invoiceMarkup(text)),
  "a payer's own subscription": (text) => htmlOf(ownMarkup(text)),
  "the dashboard": (text) => htmlOf(dashboardMarkup(text)),
  "the page of an object": (text) => htmlOf(objectMarkup(text)),
  "a mail": mailOf,
};

/** Schemes and paths that a page may lead to. */
const allowed = /^(?:https?:\/\/|\/(?!\/)|mailto:[^?&]*$)/;

test.each(Object.entries(pages))("%s takes what strangers write for text", async (_, page) => {
  const known = new Set(targetsOf(await page("x")));
  for (const text of hostileTexts) {
    const html = await page(text);
    expect(skeletonOf(html), text).toEqual(skeletonOf(await page(harmless(text))));
    const others = targetsOf(html).filter((target) => !known.has(target));
    expect(
      others.filter((target) => !allowed.test(target)),
      text,
    ).toEqual([]);
  }
});

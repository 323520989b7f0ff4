/** How a product is sold: once, or by a plan that is charged at intervals. */
export const productTypes = ["one_time", "subscription"] as const;
export type ProductType = (typeof productTypes)[number];

/**
 * What an order is to the stock of its product. `uncounted`: the stock was not counted; `reserved` until it is paid or
 * can no longer be; `released`: back on sale; `sold`; `oversold`: paid for when too little was left.
 */
export const stockStates = ["uncounted", "reserved", "released", "sold", "oversold"] as const;
export type StockState = (typeof stockStates)[number];

/** Whether a payment link asks for the payer's e-mail address. */
export const emailRequests = ["none", "optional", "required"] as const;

/** The most pieces that are bought at once by a payment link. */
export const MOST_AT_ONCE = 99;

/** By what a shop left its slug. */
export const slugLeavings = ["archived", "renamed"] as const;
export type SlugLeaving = (typeof slugLeavings)[number];

/** What a shop is found by: lower-case words with single hyphens between them. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Words that would read as ours, or as a part of the site, in a shop's address. */
export const reservedSlugs: ReadonlySet<string> = new Set(
  `about abuse account accounts admin administrator agent agents analytics api app apps archive assets
  auth b billing blog buy business careers cart cdn chain charge checkout compliance config contact
  contracts cookies customer customers dashboard demo dev developer developers docs domain domains
  download email escrow eurc events example faq favicon feed finance forgot fraud ftp graphql guide
  guides health help home host hosted hostmaster i identity images imprint index info invoice invoices
  jobs json kyc legal link links live localhost login logout mail me merchant merchants metrics mode
  money network new news noreply notifications null oauth official onboarding operator owner pay payer
  payment payments payout payouts plan plans policy postmaster press pricing privacy product products
  profile public ready refund refunds register registry relay relayer reset robots root s sales
  secure security server session sessions settings shop shops sign-in sign-out sign-up signin signout
  signup sitemap site sitemap-xml staff staging static stats status stipend store storefront
  storefronts stores subscribe subscription subscriptions super support system team terms test tls
  token tokens treasury trust undefined unsubscribe update upload usdc user users v1 v2 verify wallet
  wallets webhook webhooks webmaster well-known www`.split(/\s+/),
);

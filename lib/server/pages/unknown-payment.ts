import { idPattern } from "@/lib/core/ids";
import { modes } from "@/lib/core/modes";
import { slugPattern } from "@/lib/core/storefronts/storefront-kinds";
import { hostedInvoiceExists } from "@/lib/domain/invoices/find-hosted-invoice";
import { sessionExists } from "@/lib/domain/payments/hosted-page/session-exists";
import { linkExists } from "@/lib/domain/storefronts/links/load-link-page";
import { shopExists } from "@/lib/domain/storefronts/public/shop-exists";
import { planExists } from "@/lib/domain/subscriptions/hosted-page/plan-exists";
import { runtime } from "@/lib/server/runtime";

const hostedPath = /^\/(pay|i|subscribe|b)\/([^/]+)\/?$/;
const shopPath = /^\/s\/([^/]+)(?:\/p\/([^/]+)|\/(thanks))?\/?$/;
const sessionIds = idPattern("paymentSession");
const planIds = idPattern("plan");
const linkIds = idPattern("paymentLink");
const publicIds = /^[0-9A-Za-z]{22}$/;

/**
 * Whether an address leads to a payment, a plan, an invoice, a link or a shop that does not exist, or cannot. When that
 * cannot be found out, the page itself will tell.
 */
export async function isUnknownPayment({ pathname, searchParams }: URL): Promise<boolean> {
  try {
    const shop = shopPath.exec(pathname);
    if (shop) return await isNoShop(shop.slice(1), searchParams);
    const [, page = "", segment] = hostedPath.exec(pathname) ?? [];
    return segment !== undefined && (await isMissing[page]?.(decodeURIComponent(segment))) === true;
  } catch (error) {
    return error instanceof URIError;
  }
}

const isMissing: Readonly<Record<string, (id: string) => Promise<boolean>>> = {
  pay: async (sessionId) =>
    !sessionIds.test(sessionId) || !(await sessionExists(runtime(), { sessionId })),
  subscribe: async (planId) => !planIds.test(planId) || !(await planExists(runtime(), { planId })),
  b: async (linkId) => !linkIds.test(linkId) || !(await linkExists(runtime(), { linkId })),
  i: async (publicId) =>
    !publicIds.test(publicId) || !(await hostedInvoiceExists(runtime(), { publicId })),
};

async function isNoShop(segments: (string | undefined)[], query: URLSearchParams) {
  const [slug = "", productId, thanks] = segments.map((one) => one && decodeURIComponent(one));
  const mode = modes.find((one) => one === query.get("mode")) ?? "live";
  const sessionId = thanks ? (query.get("session_id") ?? undefined) : undefined;
  const address = { slug, mode, productId, sessionId };
  return !slugPattern.test(slug) || !(await shopExists(runtime(), address));
}

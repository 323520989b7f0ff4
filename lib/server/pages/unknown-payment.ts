import { idPattern } from "@/lib/core/ids";
import { hostedInvoiceExists } from "@/lib/domain/invoices/find-hosted-invoice";
import { sessionExists } from "@/lib/domain/payments/hosted-page/session-exists";
import { planExists } from "@/lib/domain/subscriptions/hosted-page/plan-exists";
import { runtime } from "@/lib/server/runtime";

const hostedPath = /^\/(pay|i|subscribe)\/([^/]+)\/?$/;
const sessionIds = idPattern("paymentSession");
const planIds = idPattern("plan");
const publicIds = /^[0-9A-Za-z]{22}$/;

/**
 * Whether a path leads to a payment, a plan or an invoice that does not exist, or cannot. When that cannot be found
 * out, the page itself will tell.
 */
export async function isUnknownPayment(path: string): Promise<boolean> {
  const [, page, segment] = hostedPath.exec(path) ?? [];
  if (segment === undefined) return false;
  try {
    const id = decodeURIComponent(segment);
    if (page === "pay") return await isNoSession(id);
    return page === "i" ? await isNoInvoice(id) : await isNoPlan(id);
  } catch (error) {
    return error instanceof URIError;
  }
}

async function isNoSession(sessionId: string): Promise<boolean> {
  return !sessionIds.test(sessionId) || !(await sessionExists(runtime(), { sessionId }));
}

async function isNoPlan(planId: string): Promise<boolean> {
  return !planIds.test(planId) || !(await planExists(runtime(), { planId }));
}

async function isNoInvoice(publicId: string): Promise<boolean> {
  return !publicIds.test(publicId) || !(await hostedInvoiceExists(runtime(), { publicId }));
}

import { idPattern } from "@/lib/core/ids";
import { sessionExists } from "@/lib/domain/hosted-checkout/session-exists";
import { runtime } from "./runtime";

const payPath = /^\/pay\/([^/]+)\/?$/;
const sessionIds = idPattern("paymentSession");

/**
 * Whether a path leads to a payment that does not exist, or cannot. When that cannot be found out, the
 * page itself will tell.
 */
export async function isUnknownPayment(path: string): Promise<boolean> {
  const segment = payPath.exec(path)?.[1];
  if (segment === undefined) return false;
  try {
    const sessionId = decodeURIComponent(segment);
    return !sessionIds.test(sessionId) || !(await sessionExists(runtime(), { sessionId }));
  } catch (error) {
    return error instanceof URIError;
  }
}

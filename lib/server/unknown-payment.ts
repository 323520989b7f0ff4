import { sessionExists } from "@/lib/domain/hosted-checkout/session-exists";
import { runtime } from "./runtime";

const payPath = /^\/pay\/([^/]+)\/?$/;

/**
 * Whether a path leads to a payment that does not exist. When that cannot be found out, the page itself
 * will tell.
 */
export async function isUnknownPayment(path: string): Promise<boolean> {
  const sessionId = payPath.exec(path)?.[1];
  if (sessionId === undefined) return false;
  try {
    return !(await sessionExists(runtime(), { sessionId: decodeURIComponent(sessionId) }));
  } catch {
    return false;
  }
}

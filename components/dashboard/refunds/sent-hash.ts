import { keep, kept } from "@/lib/client/browser-storage";

const nameOf = (refundId: string) => `stipend-refund:${refundId}`;

/** What a browser keeps under a name of its own for each refund. */
const keptAs = (suffix: string) => ({
  keep: (refundId: string, text: string): boolean => keep(`${nameOf(refundId)}${suffix}`, text),
  read: (refundId: string): string | null => kept(`${nameOf(refundId)}${suffix}`),
  forget: (refundId: string): boolean => keep(`${nameOf(refundId)}${suffix}`, null),
});

/**
 * The hash of what a wallet has sent for a refund and the API has not been told of: it is kept in the browser, so that
 * a page that was closed in between records it, and nothing is sent twice.
 */
export const sentHash = keptAs("");

/** The hash of an approval that is not seen yet, so that a page that was closed in between asks for no second one. */
export const approvalHash = keptAs(":approval");

/**
 * Set while a wallet is asked to send a plain transfer, which no contract keeps from being sent twice. It stays when
 * the wallet gives no clear answer, or the page is closed before it does, and until the API knows the transfer's hash. A
 * browser that does not keep it sends none.
 */
export const openTransfer = keptAs(":transfer");

const nameOf = (refundId: string) => `stipend-refund:${refundId}`;

/**
 * The hash of what a wallet has sent for a refund and the API has not been told of: it is kept in the browser, so that
 * a page that was closed in between records it, and nothing is sent twice.
 */
export const sentHash = {
  keep: (refundId: string, hash: string): void => localStorage.setItem(nameOf(refundId), hash),
  read: (refundId: string): string | null => localStorage.getItem(nameOf(refundId)),
  forget: (refundId: string): void => localStorage.removeItem(nameOf(refundId)),
};

import { type SealingKeys, seal, unseal } from "@/lib/adapters/sealing/seal";

const PURPOSE = "checkout-start";

/** What a buyer has said before the hosted page, which the page begins with. */
export interface CheckoutStart {
  readonly email: string | null;
  /** A path of ours. */
  readonly returnPath: string | null;
  /** The payment link that led to the page. */
  readonly linkId: string | null;
}

type SealedStart = CheckoutStart & { readonly until: string };

/**
 * The address of a hosted page with what a buyer has said before. It is sealed for the page's session or plan: only the
 * product reads and writes it.
 */
export function withCheckoutStart(
  keys: SealingKeys,
  { url, subject, until }: { url: string; subject: string; until: Date },
  start: CheckoutStart,
): string {
  if (Object.values(start).every((said) => said === null)) return url;
  const sealed: SealedStart = { ...start, until: until.toISOString() };
  return `${url}?start=${seal(keys, PURPOSE, subject, JSON.stringify(sealed))}`;
}

/**
 * What the `start` of such an address says; null where it is none of ours, of another session or plan, or its time is
 * over.
 */
export function readCheckoutStart(
  keys: SealingKeys,
  { subject, token, now }: { subject: string; token: string; now: Date },
): CheckoutStart | null {
  try {
    const sealed = JSON.parse(unseal(keys, PURPOSE, subject, token)) as SealedStart;
    const { email, returnPath, linkId = null, until } = sealed;
    return new Date(until) > now ? { email, returnPath, linkId } : null;
  } catch {
    return null;
  }
}

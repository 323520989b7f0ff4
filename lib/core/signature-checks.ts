/** What a receiver finds of a webhook's signature. */
export const signatureChecks = ["valid", "missing", "mismatch", "too_old", "no_endpoint"] as const;
export type SignatureCheck = (typeof signatureChecks)[number];

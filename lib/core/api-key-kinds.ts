/** Why a key was revoked. */
export const revokedReasons = ["manual", "rotated", "leaked", "merchant_closed"] as const;
export type RevokedReason = (typeof revokedReasons)[number];

/** What is shown of a key; that it has expired is not stored. */
export const apiKeyStatuses = ["active", "revoked", "expired"] as const;
export type ApiKeyStatus = (typeof apiKeyStatuses)[number];

/** The providers that people may sign in with beside a password, by the settings' names. */
export const providerIds = ["google", "github", "microsoft", "oidc"] as const;
export type ProviderId = (typeof providerIds)[number];

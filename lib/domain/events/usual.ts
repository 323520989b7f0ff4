/** What nearly all events have: the columns are null then. The version is the first one, for ever. */
export const usual = { apiVersion: "2026-04-27", resourceType: "payment_session" } as const;

/** What did not reach an invoice's customer: the invoice itself, or a later mail about it. */
export const undeliveredKinds = ["invoice", "reminder", "overdue", "cancellation"] as const;
export type UndeliveredKind = (typeof undeliveredKinds)[number];

/** To whom a broadcast is sent. */
export const audiences = ["all", "merchant"] as const;

/** What came of a broadcast's mail to a merchant. */
export const deliveryStates = ["queued", "delivered", "failed"] as const;

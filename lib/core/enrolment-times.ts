export const daySeconds = 86_400n;
/** How much later than its trial allows a first charge may fall due. */
export const startLeewaySeconds = 3_600n;
/** How long before its start the contract takes a subscription that follows another: its `SUCCESSOR_AHEAD`. */
export const successorAheadSeconds = 30n * daySeconds;

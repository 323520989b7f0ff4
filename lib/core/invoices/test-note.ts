/** What the documents of an invoice of test mode say. */
export const testNote = "Test mode: no real money";

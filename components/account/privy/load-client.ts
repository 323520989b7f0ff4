/** Privy's library, loaded here alone, so that no page has it where accounts are our own. */
export const loadClient = () => import("./privy-client");

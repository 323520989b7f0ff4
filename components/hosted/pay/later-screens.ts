import { laterPart } from "@/lib/client/later-part";

/** What comes after choosing a wallet: nothing stands for it that could take the focus. */
export const walletPart = laterPart(() => import("./screens/wallet-part"));

/** How a payment goes on once it was signed, and how it ended. */
export const outcomePart = laterPart(() => import("./screens/outcome-part"));

/** What follows a payment's status. */
export const statusPart = laterPart(() => import("@/lib/client/watch-pay-status"));

/** Where a session can be paid on several chains: the choice of one beside the wallets. */
export const chainPart = laterPart(() => import("./screens/pay-on"));

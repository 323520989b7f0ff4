import { laterPart } from "@/lib/client/later-part";

/** What comes after choosing a wallet: nothing stands for it that could take the focus. */
export const walletPart = laterPart(() => import("./screens/wallet-part"));

/** How a payment goes on once it was signed, and how it ended; and what follows its status. */
export const outcomePart = laterPart(async () => {
  const { default: Outcome, watchStatus } = await import("./screens/outcome-part");
  return { Outcome, watchStatus };
});

/** Where a session can be paid on several chains: the choice of one beside the wallets. */
export const chainPart = laterPart(() => import("./screens/pay-on"));

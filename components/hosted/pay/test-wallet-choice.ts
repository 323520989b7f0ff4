import type { WalletChoice } from "@/lib/client/wallet/provider";

/** Whether an id is one of a wallet outside the browser. */
export const isMore = (id: string | null): boolean => id?.startsWith("more.") === true;

/** The local chain's wallet in the list; its code is loaded when it is chosen. */
export const testWallet: WalletChoice = {
  id: "stipend.test-wallet",
  name: "Test wallet",
  icon: null,
};

import type { WalletChoice } from "@/lib/client/wallet/provider";

/** The local chain's wallet in the list; its code is loaded when it is chosen. */
export const testWallet: WalletChoice = {
  id: "stipend.test-wallet",
  name: "Test wallet",
  icon: null,
};

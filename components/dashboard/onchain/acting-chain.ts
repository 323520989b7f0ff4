import type { useApi } from "@/components/dashboard/shell/acting-context";
import type { ReceivedOutput } from "@/lib/contract/endpoint";
import type {
  getMerchantBalance,
  getMerchantChainStatus,
  getMerchantOnchainState,
  updateOwnMerchant,
} from "@/lib/contract/merchants/merchant-account";
import type {
  proveWallet,
  requestWalletProof,
  transferOwnership,
} from "@/lib/contract/merchants/merchant-wallets";

export type ChainStatus = ReceivedOutput<typeof getMerchantChainStatus>;
export type OnchainState = ReceivedOutput<typeof getMerchantOnchainState>;
export type Balance = ReceivedOutput<typeof getMerchantBalance>;
export type WalletProof = ReceivedOutput<typeof requestWalletProof>;
export type Chain = ReturnType<typeof chainOf>;

/** All that the page shows of a merchant on the chain. */
export interface OnchainStanding {
  readonly chain: ChainStatus;
  readonly state: OnchainState;
  readonly balance: Balance;
}

/** On-chain calls of a signed-in user for their merchant. */
export const chainOf = (api: ReturnType<typeof useApi>) => ({
  async read(): Promise<OnchainStanding> {
    const [chain, state, balance] = await Promise.all([
      api<typeof getMerchantChainStatus>(
        { method: "GET", path: "/v1/merchants/me/chain-status" },
        {},
      ),
      api<typeof getMerchantOnchainState>(
        { method: "GET", path: "/v1/merchants/me/onchain-state" },
        {},
      ),
      api<typeof getMerchantBalance>({ method: "GET", path: "/v1/merchants/me/balance" }, {}),
    ]);
    return { chain, state, balance };
  },
  changePayout: (payoutAddress: string) =>
    api<typeof updateOwnMerchant>({ method: "PATCH", path: "/v1/merchants/me" }, { payoutAddress }),
  transferOwnership: (newOwner: string) =>
    api<typeof transferOwnership>(
      { method: "POST", path: "/v1/merchants/me/ownership-transfer" },
      { newOwner },
    ),
  requestProof: (owner: string | null) =>
    api<typeof requestWalletProof>(
      { method: "POST", path: "/v1/merchants/me/wallet-proof/message" },
      owner === null ? {} : { owner },
    ),
  prove: (nonce: string, signatures: { payout: string; owner: string | null }) =>
    api<typeof proveWallet>(
      { method: "POST", path: "/v1/merchants/me/wallet-proof" },
      {
        nonce,
        payoutSignature: signatures.payout,
        ...(signatures.owner === null ? {} : { ownerSignature: signatures.owner }),
      },
    ),
});

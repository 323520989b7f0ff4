import { withTimeout } from "@/lib/core/async/with-timeout";
import type { Address } from "@/lib/core/chain/hex";
import type { WalletBalance } from "./open-chain";
import type { StoredWallet } from "./stored-relay";

interface Retirements {
  retiredWallets(): Promise<StoredWallet[]>;
}

/** Less than a part of the gauges may take. */
const STORED_MS = 300;

/** Whether a wallet is in service on a chain: the relay signs nothing more with one that is retired there. */
export function servesOn(
  chainId: number,
  retired: readonly StoredWallet[],
): (wallet: Address) => boolean {
  const ofChain = retired.filter((one) => one.chainId === chainId);
  const out = new Set(ofChain.map(({ address }) => address));
  return (wallet) => !out.has(wallet);
}

/** What the wallets in service on a chain have. */
export async function balancesInService(
  { retiredWallets }: Retirements,
  chainId: number,
  balances: () => Promise<WalletBalance[]>,
): Promise<WalletBalance[]> {
  const [wallets, retired] = await Promise.all([balances(), retiredWallets()]);
  const serves = servesOn(chainId, retired);
  return wallets.filter(({ wallet }) => serves(wallet));
}

/** The same for gauges, which show every wallet while the database does not answer. */
export function shownBalances(
  { retiredWallets }: Retirements,
  chainId: number,
  balances: () => Promise<WalletBalance[]>,
): Promise<WalletBalance[]> {
  const known = () => withTimeout(STORED_MS, retiredWallets()).catch(() => []);
  return balancesInService({ retiredWallets: known }, chainId, balances);
}

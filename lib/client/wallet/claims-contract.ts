import type { WalletProvider } from "./provider";

/** Wallets that do not answer are taken for plain ones. */
const ANSWER_MS = 1_500;

/**
 * Whether a wallet says that an account is a contract on a chain: that it executes several calls as one
 * (`wallet_getCapabilities`, EIP-5792). A key that could become one says `ready` instead, and most wallets
 * do not know the question.
 */
export async function claimsContract(
  provider: WalletProvider,
  account: string,
  chainId: number,
): Promise<boolean> {
  const chain = `0x${chainId.toString(16)}`;
  const late = new Promise((resolve) => setTimeout(resolve, ANSWER_MS, null));
  try {
    const asked = provider.request({
      method: "wallet_getCapabilities",
      params: [account, [chain]],
    });
    return isAtomic(await Promise.race([asked, late]), chain);
  } catch {
    return false;
  }
}

interface Capabilities {
  atomic?: { status?: unknown };
  /** As the standard's drafts had it. */
  atomicBatch?: { supported?: unknown };
}

function isAtomic(answer: unknown, chain: string): boolean {
  if (typeof answer !== "object" || answer === null) return false;
  const { atomic, atomicBatch } = (answer as Record<string, Capabilities | undefined>)[chain] ?? {};
  return atomic?.status === "supported" || atomicBatch?.supported === true;
}

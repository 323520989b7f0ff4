import type { WalletProvider } from "./provider";

/** Wallets that do not answer are taken for plain ones. */
const ANSWER_MS = 1_500;

/**
 * Whether a wallet executes several calls of an account as one: it does, it would after an upgrade of the account, which
 * it asks for with the first batch, or it does not say so.
 */
export type AtomicSupport = "supported" | "ready" | null;

/**
 * Asks a wallet what it can do for an account on a chain (`wallet_getCapabilities`, EIP-5792). Most wallets do not know the
 * question.
 */
export async function atomicSupport(
  provider: WalletProvider,
  account: string,
  chainId: number,
): Promise<AtomicSupport> {
  const chain = `0x${chainId.toString(16)}`;
  const late = new Promise((resolve) => setTimeout(resolve, ANSWER_MS, null));
  try {
    const asked = provider.request({
      method: "wallet_getCapabilities",
      params: [account, [chain]],
    });
    return supportIn(await Promise.race([asked, late]), chain);
  } catch {
    return null;
  }
}

interface Capabilities {
  atomic?: { status?: unknown };
  /** As the standard's drafts had it. */
  atomicBatch?: { supported?: unknown };
}

/** What is said of chain 0 is said of all. */
function supportIn(answer: unknown, chain: string): AtomicSupport {
  if (typeof answer !== "object" || answer === null) return null;
  const said = answer as Record<string, Capabilities | undefined>;
  const { atomic, atomicBatch } = { ...said["0x0"], ...said[chain] };
  if (atomic?.status === "supported" || atomicBatch?.supported === true) return "supported";
  return atomic?.status === "ready" ? "ready" : null;
}

import type { OfferedWallet } from "@/lib/client/wallet/remote-wallets";
import type { ProblemKey } from "./use-ask";

/** A wallet that was asked for something. */
export interface Attempt {
  readonly wallet: string;
  /** Null while the wallet is open. */
  readonly problem: ProblemKey | null;
}

/** @returns the word for why it did not work, or null; stops where the signal is aborted */
type Work = (signal: AbortSignal) => Promise<ProblemKey | null>;

/** Asks wallets for something, one at a time. A wallet that does not answer can be left; it is not heard later. */
export function walletAttempts(show: (attempt: Attempt | null) => void) {
  let open: { wallet: OfferedWallet; aborter: AbortController } | null = null;
  return {
    async start(wallet: OfferedWallet, work: Work): Promise<void> {
      const { name } = wallet;
      const aborter = new AbortController();
      open = { wallet, aborter };
      show({ wallet: name, problem: null });
      const problem = await work(aborter.signal);
      if (problem !== null && !aborter.signal.aborted) show({ wallet: name, problem });
    },
    leave(): void {
      open?.aborter.abort();
      // Asked again, a wallet outside the browser is connected anew, also where the end of this connection fails.
      void Promise.allSettled([open?.wallet.endSession?.()]);
      open = null;
      show(null);
    },
  };
}

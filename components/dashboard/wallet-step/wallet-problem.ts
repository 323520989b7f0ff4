import { problemOf } from "@/components/account/problem-of";
import { shortHex } from "@/components/ui/short-hex";
import { WalletMismatch } from "@/lib/client/wallet/send-call";
import { walletErrorKind } from "@/lib/client/wallet/wallet-error";
import { StipendConnectionError, StipendError } from "@/sdk/src/errors";

interface WalletRequest {
  /** The wallet's name. */
  readonly wallet: string;
  /** The account that had to answer. */
  readonly account: string;
  readonly network: string;
}

/** Why a wallet's step did not work, and what to do. */
export function wordWalletProblem(
  error: unknown,
  { wallet, account, network }: WalletRequest,
): string {
  if (error instanceof StipendError || error instanceof StipendConnectionError) {
    return problemOf(error).text;
  }
  if (error instanceof WalletMismatch) {
    switch (error.kind) {
      case "account":
        return `${wallet} is on ${shortHex(error.account)}. Change to ${shortHex(account)} in it, then try again.`;
      case "network":
        return `${wallet} is on another network. Change to ${network} in it, then try again.`;
      case "reverted":
        return "The transaction failed on-chain. Nothing has changed.";
      case "unseen":
        return `The transaction isn’t confirmed yet. Check it in ${wallet}; this page updates once it is confirmed.`;
    }
  }
  switch (walletErrorKind(error)) {
    case "rejected":
      return `You declined in ${wallet}. Nothing has changed.`;
    case "already_open":
      return `A request is already open in ${wallet}. Open the wallet and answer it.`;
    case "unsupported":
      return `${wallet} doesn’t support this. Use another wallet.`;
    case "disconnected":
      return `${wallet} can’t reach the network. Try again in a moment.`;
    case "unauthorized":
      return `${wallet} does not share that account with this page. Allow it in the wallet, then try again.`;
    // The wallet may have done what it was asked for.
    case "expired":
      return `${wallet} did not answer in time. Check its activity before you try again.`;
    case "ended":
      return `${wallet} ended the connection. Check its activity before you try again.`;
    default:
      return `${wallet} did not answer as expected. Check its activity before you try again.`;
  }
}

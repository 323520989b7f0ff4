import type { WalletCall } from "@/lib/client/wallet/send-call";

/** What somebody is about to change, and the transaction for it once it is known. */
export interface AskedCall {
  readonly title: string;
  readonly text: string;
  readonly done: string;
  readonly call: WalletCall;
}

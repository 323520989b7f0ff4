import type { WalletCall } from "@/lib/client/wallet/send-call";

/** The change that the user is about to make, with its transaction once it is known. */
export interface AskedCall {
  readonly title: string;
  readonly text: string;
  readonly done: string;
  readonly call: WalletCall;
}

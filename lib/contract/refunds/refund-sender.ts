import { z } from "zod";
import { address } from "@/lib/contract/fields";
import type { Answer, PayNetwork } from "@/lib/contract/payments/hosted-pay";

/* What the dashboard's refund page asks the server of a wallet, by server actions. */

const id = z.string().max(80);
const merchantId = z.string().max(80);
const mode = z.enum(["test", "live"]);
const refundNamed = { id, merchantId, mode };

export const senderInput = z.strictObject({ ...refundNamed, account: address });
export type SenderInput = z.output<typeof senderInput>;

/** What a test wallet asks a node for, to send a transaction. */
const localMethods = [
  "eth_getTransactionCount",
  "eth_estimateGas",
  "eth_gasPrice",
  "eth_sendRawTransaction",
  "eth_getTransactionReceipt",
] as const;
const plainParam = z.union([z.string().max(20_000), z.record(z.string(), z.string().max(20_000))]);
export const localCallInput = z.strictObject({
  ...refundNamed,
  method: z.enum(localMethods),
  params: z.array(plainParam).max(2),
});
export type LocalCallInput = z.output<typeof localCallInput>;

/** What a wallet holds for a refund, before it is asked to send anything. */
export interface SenderCheck {
  /** In the token's smallest unit. */
  readonly balance: string;
  /** How much of the refund's amount the balance lacks; "0" when it is enough. */
  readonly missing: string;
  /** The contract may take the amount already: no approval is needed. */
  readonly isApproved: boolean;
  /** Of the chain's own coin for the network fee, in wei; "0" when it is enough. */
  readonly missingGas: string;
}

/** What the refund page needs to have a wallet send it. */
export interface RefundSending {
  readonly network: PayNetwork;
  /** The local chain's id, where the refund is on it: its test wallets can send there. */
  readonly localChainId: number | null;
  /** The least that is sent for a signature, in the token's smallest unit. */
  readonly relayMinimum: string;
  checkSender(input: z.input<typeof senderInput>): Promise<Answer<SenderCheck>>;
  /** Mints what a wallet lacks; on the local chain only. */
  mintMissing(input: z.input<typeof senderInput>): Promise<Answer<null>>;
  /** Answers a test wallet as its node; on the local chain only. */
  askLocalChain(input: z.input<typeof localCallInput>): Promise<Answer<unknown>>;
}

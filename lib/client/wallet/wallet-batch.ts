import type { WalletProvider } from "./provider";
import { type WalletErrorKind, walletErrorKind } from "./wallet-error";

/** A call of a batch; it carries no coin. */
export interface BatchCall {
  readonly to: string;
  readonly data: string;
}

/** Calls that one account makes as one, on one chain. */
export interface WalletBatch {
  /** The page's own, 32 bytes in hex, so that the batch can be asked for even if the wallet's answer never arrived. */
  readonly id: string;
  readonly from: string;
  readonly chainId: number;
  readonly calls: readonly BatchCall[];
}

/**
 * Has the wallet send calls in one transaction, or none of them (`wallet_sendCalls`, EIP-5792).
 * @returns the id by which the wallet knows them; wallets before the final standard choose one
 * @throws the wallet's refusal; see `batchRefusal`
 */
export async function sendBatch(
  provider: WalletProvider,
  { id, from, chainId, calls }: WalletBatch,
): Promise<string> {
  const batch = {
    version: "2.0.0",
    id,
    from,
    chainId: `0x${chainId.toString(16)}`,
    atomicRequired: true,
    calls: calls.map(({ to, data }) => ({ to, data, value: "0x0" })),
  };
  const answer = await provider.request({ method: "wallet_sendCalls", params: [batch] });
  const given = isObject(answer) ? answer.id : answer;
  return typeof given === "string" && given !== "" ? given : id;
}

/** What a wallet's refusal of a batch means: the payer or the wallet said no, it cannot do it, or nothing is known. */
export type BatchRefusal = "declined" | "unsupported" | "unsure";

const meanings: Partial<Record<WalletErrorKind, BatchRefusal>> = {
  rejected: "declined",
  unauthorized: "declined",
  already_open: "declined",
  unsupported: "unsupported",
  unknown_chain: "unsupported",
};

/** An answer that does not say whether the batch is sent is no refusal: a connection may break while a wallet is open. */
export function batchRefusal(error: unknown): { meaning: BatchRefusal; kind: WalletErrorKind } {
  const kind = walletErrorKind(error);
  return { meaning: meanings[kind] ?? "unsure", kind };
}

/**
 * How far a batch is, as its wallet says. `unknown`: the wallet does not answer, or does not know it; `failed`: nothing of it
 * was executed, and nothing will be; `partly`: a wallet executed some of it after all.
 */
export interface BatchStatus {
  readonly name: "unknown" | "pending" | "done" | "failed" | "partly";
  /** Null until a block has it. */
  readonly txHash: string | null;
}

const unknown: BatchStatus = { name: "unknown", txHash: null };

/** Asks a wallet how far a batch is (`wallet_getCallsStatus`). */
export async function readBatch(provider: WalletProvider, id: string): Promise<BatchStatus> {
  try {
    const answer = await provider.request({ method: "wallet_getCallsStatus", params: [id] });
    return isObject(answer) ? statusIn(answer) : unknown;
  } catch {
    return unknown;
  }
}

/** Of receipts the last is of the last call; drafts of the standard had words for the numbers. */
function statusIn({ status, receipts }: Record<string, unknown>): BatchStatus {
  const last: unknown = Array.isArray(receipts) ? receipts.at(-1) : null;
  const receipt = isObject(last) ? last : {};
  const { transactionHash: hash } = receipt;
  const txHash = typeof hash === "string" && hashPattern.test(hash) ? hash : null;
  const hasReverted = receipt.status !== undefined && Number(receipt.status) === 0;
  const code = words[String(status)] ?? Number(status);
  if (code >= 100 && code < 200) return { name: "pending", txHash };
  if (code >= 200 && code < 300) return { name: hasReverted ? "failed" : "done", txHash };
  if (code >= 400 && code < 600) return { name: "failed", txHash };
  return code >= 600 && code < 700 ? { name: "partly", txHash } : unknown;
}

const hashPattern = /^0x[0-9a-fA-F]{64}$/;
const words: Record<string, number> = { PENDING: 100, CONFIRMED: 200 };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

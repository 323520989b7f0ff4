/**
 * What a wallet's refusal means for the payer.
 * `rejected`: declined (4001); `unauthorized`: the account is not shared with this site (4100);
 * `unsupported`: the wallet cannot do this (4200); `disconnected`: it reaches no chain (4900, 4901);
 * `unknown_chain`: the chain must be added first (4902); `already_open`: a request waits in the wallet
 * (-32002); `expired`: the wallet was asked, and did not answer in time; `ended`: it ended the connection;
 * `signed_on_chain`: it approved by a transaction and has no signature to give. The codes from 5000 on are those of
 * WalletConnect's sessions, and those from 5700 on of batches of calls (EIP-5792).
 */
export type WalletErrorKind =
  | "rejected"
  | "unauthorized"
  | "unsupported"
  | "disconnected"
  | "unknown_chain"
  | "already_open"
  | "expired"
  | "ended"
  | "signed_on_chain"
  | "unknown";

const kinds: Record<number, WalletErrorKind> = {
  4001: "rejected",
  4100: "unauthorized",
  4200: "unsupported",
  4900: "disconnected",
  4901: "disconnected",
  4902: "unknown_chain",
  5000: "rejected",
  5001: "rejected",
  5002: "rejected",
  5003: "rejected",
  5100: "unknown_chain",
  5700: "unsupported",
  5710: "unsupported",
  5740: "unsupported",
  5750: "rejected",
  5760: "unsupported",
  6000: "ended",
  8000: "expired",
  [-32002]: "already_open",
  [-32601]: "unsupported",
  [-32602]: "unsupported",
};

interface NestedError {
  code?: unknown;
  message?: unknown;
  data?: unknown;
  originalError?: unknown;
  cause?: unknown;
}

/**
 * Reads the codes of EIP-1193 and JSON-RPC, also where wallets hide them: MetaMask's phone app puts
 * them into `data.originalError`, others into `cause` or into words.
 */
export function walletErrorKind(error: unknown): WalletErrorKind {
  for (const layer of layersOf(error)) {
    const kind = kinds[Number(layer.code)];
    if (kind) return kind;
    if (layer.code === "ACTION_REJECTED") return "rejected";
  }
  const words = layersOf(error).map(({ message }) => (typeof message === "string" ? message : ""));
  return kindOfWords(words.join(" ").toLowerCase());
}

function layersOf(error: unknown): NestedError[] {
  const layers: NestedError[] = [];
  let next: unknown = error;
  while (typeof next === "object" && next !== null && layers.length < 5) {
    const layer = next as NestedError;
    layers.push(layer);
    next = layer.originalError ?? layer.data ?? layer.cause;
  }
  return layers.reverse();
}

function kindOfWords(words: string): WalletErrorKind {
  if (/user (rejected|denied|cancell?ed|disapproved)|rejected by user/.test(words))
    return "rejected";
  if (/unrecognized chain|chain .*not (been )?added|add the network/.test(words))
    return "unknown_chain";
  if (/already (pending|processing)|request.*pending/.test(words)) return "already_open";
  if (/(proposal|request) expired/.test(words)) return "expired";
  if (/empty signature/.test(words)) return "signed_on_chain";
  if (/not supported|unsupported|does not exist/.test(words)) return "unsupported";
  return "unknown";
}

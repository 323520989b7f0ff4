import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { WalletProvider } from "./provider";

const STORAGE_KEY = "stipend-test-wallet";
/** Under which the browser keeps the key of the payout wallet that onboarding makes. */
export const payoutKeyName = "stipend-test-payout";
const keyPattern = /^0x[0-9a-f]{64}$/;

/** The local chain's node, for a test wallet that sends transactions. */
export type AskNode = (
  method:
    | "eth_getTransactionCount"
    | "eth_estimateGas"
    | "eth_gasPrice"
    | "eth_sendRawTransaction"
    | "eth_getTransactionReceipt",
  params: (string | Record<string, string>)[],
) => Promise<unknown>;

interface Options {
  /** Under which the browser keeps its key: a merchant's is another one than a payer's. */
  readonly name?: string;
  /** With it the wallet sends transactions. */
  readonly askNode?: AskNode;
}

/**
 * A wallet with a key made in this browser, for the local chain alone. It signs what it is asked to
 * and keeps its key, so that the same payer comes back.
 * @param chainId the local chain's id
 */
export function createTestWallet(
  chainId: number,
  { name = STORAGE_KEY, askNode }: Options = {},
): WalletProvider {
  const account = privateKeyToAccount(storedKey(name));
  const chainHex = `0x${chainId.toString(16)}`;
  return {
    async request({ method, params = [] }) {
      switch (method) {
        case "eth_requestAccounts":
        case "eth_accounts":
          return [account.address];
        case "eth_chainId":
          return chainHex;
        case "wallet_switchEthereumChain":
          return null;
        case "eth_signTypedData_v4":
          return account.signTypedData(JSON.parse(String(params[1])));
        case "personal_sign":
          return account.signMessage({ message: { raw: String(params[0]) as `0x${string}` } });
      }
      if (askNode && method === "eth_sendTransaction") {
        return send(account, chainId, { askNode, call: params[0] as Call });
      }
      if (askNode && method === "eth_getTransactionReceipt") {
        return askNode(method, [String(params[0])]);
      }
      throw Object.assign(new Error(`The test wallet has no ${method}`), { code: 4200 });
    },
  };
}

interface Call {
  readonly to: `0x${string}`;
  readonly data: `0x${string}`;
  readonly value: `0x${string}`;
}

/** @returns the transaction's hash */
async function send(
  account: PrivateKeyAccount,
  chainId: number,
  { askNode, call: { to, data, value } }: { askNode: AskNode; call: Call },
): Promise<unknown> {
  const from = account.address;
  const [nonce, gas, gasPrice] = await Promise.all([
    askNode("eth_getTransactionCount", [from, "pending"]),
    askNode("eth_estimateGas", [{ from, to, data, value }]),
    askNode("eth_gasPrice", []),
  ]);
  const raw = await account.signTransaction({
    ...{ type: "legacy", chainId, to, data, value: BigInt(value), nonce: Number(nonce) },
    // Prices and state may move before the next block.
    gas: (BigInt(String(gas)) * 5n) / 4n,
    gasPrice: BigInt(String(gasPrice)) * 2n,
  });
  return askNode("eth_sendRawTransaction", [raw]);
}

/** Whether this browser keeps a test wallet's key under the name. */
export function hasTestWallet(name: string): boolean {
  try {
    return keyPattern.test(localStorage.getItem(name) ?? "");
  } catch {
    return false;
  }
}

function storedKey(name: string): `0x${string}` {
  const fresh = generatePrivateKey();
  try {
    const stored = localStorage.getItem(name);
    if (stored && keyPattern.test(stored)) return stored as `0x${string}`;
    localStorage.setItem(name, fresh);
  } catch {
    // Without storage the wallet lives as long as the page.
  }
  return fresh;
}

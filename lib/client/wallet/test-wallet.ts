import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { WalletProvider } from "./provider";

const STORAGE_KEY = "stipend-test-wallet";
const keyPattern = /^0x[0-9a-f]{64}$/;

/**
 * A wallet with a key made in this browser, for the local chain alone. It signs what it is asked to
 * and keeps its key, so that the same payer comes back.
 * @param chainId the local chain's id
 */
export function createTestWallet(chainId: number): WalletProvider {
  const account = privateKeyToAccount(storedKey());
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
        default:
          throw Object.assign(new Error(`The test wallet has no ${method}`), { code: 4200 });
      }
    },
  };
}

function storedKey(): `0x${string}` {
  const fresh = generatePrivateKey();
  try {
    const stored = localStorage.getItem(STORAGE_KEY);
    if (stored && keyPattern.test(stored)) return stored as `0x${string}`;
    localStorage.setItem(STORAGE_KEY, fresh);
  } catch {
    // Without storage the wallet lives as long as the page.
  }
  return fresh;
}

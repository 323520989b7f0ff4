import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { WalletProvider } from "./provider";

const STORAGE_KEY = "stipend-test-wallet";
const keyPattern = /^0x[0-9a-f]{64}$/;

/**
 * A wallet with a key made in this browser, for the local chain alone. It signs what it is asked to
 * and keeps its key, so that the same payer comes back.
 * @param chainId the local chain's id
 * @param name under which the browser keeps its key: a merchant's is another one than a payer's
 */
export function createTestWallet(chainId: number, name = STORAGE_KEY): WalletProvider {
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
        default:
          throw Object.assign(new Error(`The test wallet has no ${method}`), { code: 4200 });
      }
    },
  };
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

import { expect, type Page, test } from "@playwright/test";
import {
  createPublicClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  serializeErc6492Signature,
} from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { localWalletFactory } from "@/lib/adapters/chain/wallet-factories";
import { fund } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { callChain, createSession, getSession, sharedStack } from "./stack";

const stack = sharedStack();
const { chainId } = stack;

const factoryAbi = parseAbi([
  "function createAccount(address signer, uint256 salt) returns (address)",
  "function getAddress(address signer, uint256 salt) view returns (address)",
]);

/** A smart wallet with tokens whose contract is not created yet, as a vendor's extension shows it. */
async function injectUndeployed(page: Page) {
  const owner = privateKeyToAccount(generatePrivateKey());
  const client = createPublicClient({ transport: http(stack.rpcUrl) });
  const args = [owner.address, 0n] as const;
  const call = { address: localWalletFactory, abi: factoryAbi } as const;
  const address = await client.readContract({ ...call, functionName: "getAddress", args });
  const data = encodeFunctionData({ ...call, functionName: "createAccount", args });
  await fund(stack, address, 100_000_000n);
  const wallet = await injectWallet(page, { chainId });
  await wallet.changeAccount({ ...owner, address } as PrivateKeyAccount).catch(() => {});
  const wrap = (signature: Hex) =>
    serializeErc6492Signature({ address: localWalletFactory, data, signature });
  wallet.answer("eth_signTypedData_v4", async ([, json]) =>
    wrap(await owner.signTypedData(JSON.parse(String(json)))),
  );
  wallet.answer("personal_sign", async ([message]) =>
    wrap(await owner.signMessage({ message: { raw: message as Hex } })),
  );
  return { address, wallet };
}

const codeAt = (address: Hex) => callChain<Hex>(stack, "eth_getCode", [address, "latest"]);

test("a smart wallet that is not created yet pays with one signature, and is created", async ({
  page,
}) => {
  const { address, wallet } = await injectUndeployed(page);
  expect(await codeAt(address)).toBe("0x");
  const session = await createSession(stack, { cancelUrl: "https://shop.example/cart" });
  await page.goto(session.checkoutUrl);
  const pay = payPage(page);
  await pay.choose("Example Wallet");
  await pay.signAndPay();
  expect((await getSession(stack, session.id)).status).toBe("confirmed");
  expect(await codeAt(address)).not.toBe("0x");
  const prompts = wallet.calls.filter((method) => method === "eth_signTypedData_v4");
  expect(prompts).toHaveLength(1);
  expect(wallet.calls).not.toContain("eth_sendTransaction");
});

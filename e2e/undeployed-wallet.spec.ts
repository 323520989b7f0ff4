import { expect, type Page, test } from "@playwright/test";
import {
  createPublicClient,
  encodeFunctionData,
  type Hex,
  hashTypedData,
  http,
  parseAbi,
  serializeErc6492Signature,
} from "viem";
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { wrapSignature } from "@/lib/adapters/chain/calls/wallet-creation";
import { httpRpc } from "@/lib/adapters/chain/rpc/rpc";
import { localWalletFactory } from "@/lib/adapters/chain/wallet-factories";
import { installSafe, newSafe } from "@/testing/smart-wallets";
import { fund } from "./fund";
import { injectWallet } from "./injected-wallet";
import { payPage } from "./pay-page";
import { createPlan, signAndSubscribe, subscribed, subscriptionsOf } from "./plans";
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

test("it signs in to its subscriptions before it is created, and nothing is created for that", async ({
  page,
}) => {
  const { address } = await injectUndeployed(page);
  await page.goto(`${stack.baseUrl}/subscriptions?mode=test`);
  await page.getByRole("button", { name: "Sign in with Example Wallet" }).click();
  await expect(page.getByText("This wallet has no subscriptions here.")).toBeVisible();
  expect(await codeAt(address)).toBe("0x");
});

/** A Safe of one owner with tokens, whose contract is not created yet. */
async function injectSafe(page: Page) {
  const place = {
    chain: { request: (method: string, params: unknown[]) => callChain(stack, method, params) },
    deployment: () => ({ chain: { rpc: httpRpc([stack.rpcUrl]), id: chainId } }),
    mint: (to: Hex, amount: bigint) => fund(stack, to, amount),
  };
  await installSafe(place);
  const safe = await newSafe(place, { usdc: 100_000_000n });
  const wallet = await injectWallet(page, { chainId, privateKey: safe.account.privateKey });
  const account = { ...wallet.account, address: safe.payer } as PrivateKeyAccount;
  await wallet.changeAccount(account).catch(() => {});
  wallet.answer("eth_signTypedData_v4", async ([, json]) => {
    const signature = await safe.sign(hashTypedData(JSON.parse(String(json))));
    return wrapSignature({ signature, creation: safe.creation });
  });
  return { address: safe.payer, wallet };
}

test("a Safe that is not created yet subscribes with two signatures, and is created", async ({
  page,
}) => {
  const plan = await createPlan(stack);
  const { address, wallet } = await injectSafe(page);
  expect(await codeAt(address)).toBe("0x");
  await page.goto(plan.checkoutUrl);
  await payPage(page).choose("Example Wallet");
  await signAndSubscribe(page);
  await subscribed(page);
  expect(await codeAt(address)).not.toBe("0x");
  expect(wallet.calls.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(2);
  expect(wallet.calls).not.toContain("eth_sendTransaction");
  expect(await subscriptionsOf(stack, plan)).toEqual([
    expect.objectContaining({ status: "active", chargesMade: 1 }),
  ]);
});

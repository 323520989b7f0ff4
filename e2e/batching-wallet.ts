import type { Page } from "@playwright/test";
import artifact from "@safe-global/safe-smart-account/build/artifacts/contracts/libraries/MultiSendCallOnly.sol/MultiSendCallOnly.json" with {
  type: "json",
};
import {
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  parseAbi,
  publicActions,
  size,
} from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { fund, fundedKey } from "./fund";
import { type InjectedWallet, injectWallet, WalletRefusal } from "./injected-wallet";
import { callChain, type Stack } from "./stack";

/** A batch as `wallet_sendCalls` takes it (EIP-5792). */
export interface AskedBatch {
  version: string;
  id: string;
  from: Hex;
  chainId: Hex;
  atomicRequired: boolean;
  calls: { to: Hex; data: Hex; value: Hex }[];
}

export interface BatchingWallet {
  readonly wallet: InjectedWallet;
  /** What was asked for, in order. */
  readonly batches: AskedBatch[];
  /** Executes a batch as one transaction, as the payer's confirmation does. */
  execute(batch: AskedBatch): Promise<void>;
}

const delegate = `0x${"5792".repeat(10)}`;
const batchAbi = parseAbi(["function multiSend(bytes transactions) payable"]);

/**
 * A wallet with tokens that executes batches: a contract acts for its key (EIP-7702), and another account pays the network
 * fee. The contract verifies no signature (ERC-1271), so that signing is no way for this wallet.
 */
export async function injectBatching(page: Page, stack: Stack): Promise<BatchingWallet> {
  const { chainId, rpcUrl } = stack;
  const wallet = await injectWallet(page, { chainId, privateKey: generatePrivateKey() });
  const { address } = wallet.account;
  await callChain(stack, "anvil_setCode", [delegate, artifact.deployedBytecode]);
  await callChain(stack, "anvil_setCode", [address, `0xef0100${delegate.slice(2)}`]);
  await fund(stack, address, 100_000_000n);
  const sponsor = createWalletClient({
    account: privateKeyToAccount(fundedKey(stack, 2)),
    transport: http(rpcUrl),
  }).extend(publicActions);
  const batches: AskedBatch[] = [];
  const sent = new Map<string, Hex>();
  const execute = async ({ id, calls }: AskedBatch) => {
    const packed = calls.map(({ to, data, value }) =>
      encodePacked(
        ["uint8", "address", "uint256", "uint256", "bytes"],
        [0, to, BigInt(value), BigInt(size(data)), data],
      ),
    );
    const args = [`0x${packed.map((one) => one.slice(2)).join("")}`] as const;
    const data = encodeFunctionData({ abi: batchAbi, functionName: "multiSend", args });
    const hash = await sponsor.sendTransaction({ to: address, data, gas: 2_000_000n, chain: null });
    sent.set(id, hash);
  };
  wallet.answer("wallet_getCapabilities", () => ({
    [`0x${chainId.toString(16)}`]: { atomic: { status: "supported" } },
  }));
  wallet.answer("wallet_sendCalls", async ([asked]) => {
    const batch = asked as AskedBatch;
    batches.push(batch);
    await execute(batch);
    return { id: batch.id };
  });
  wallet.answer("wallet_getCallsStatus", async ([id]) => {
    const hash = sent.get(String(id));
    if (!hash) throw new WalletRefusal(5730, "unknown bundle id");
    const receipt = await sponsor.getTransactionReceipt({ hash }).catch(() => null);
    const head = { version: "2.0.0", id, chainId: `0x${chainId.toString(16)}`, atomic: true };
    if (!receipt) return { ...head, status: 100 };
    const isDone = receipt.status === "success";
    const receipts = [{ transactionHash: hash, status: isDone ? "0x1" : "0x0", logs: [] }];
    return { ...head, status: isDone ? 200 : 500, receipts };
  });
  return { wallet, batches, execute };
}

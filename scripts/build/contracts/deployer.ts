import { setTimeout as sleep } from "node:timers/promises";
import {
  type Address,
  createWalletClient,
  getAddress,
  type Hash,
  type Hex,
  http,
  publicActions,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from "viem";
import { privateKeyToAccount } from "viem/accounts";

const FIRST_POLL_MS = 10;
const SLOWEST_POLL_MS = 1_000;
const RECEIPT_TIMEOUT_MS = 300_000;

export interface DeployerOptions {
  rpcUrl: string;
  /** Private key, 0x hex. */
  deployerKey: Hex;
  /** Called once per sent transaction; on a chain without automatic mining the caller mines here. */
  onPending?: (hash: Hash) => Promise<void>;
}

/** An account that creates contracts one after the other and waits for each. */
export interface Deployer {
  address: Address;
  client: ReturnType<typeof connect>;
  /**
   * Creates a contract and waits until it is mined.
   * @param data Creation code with encoded constructor arguments
   * @throws Error when the creation reverted or was not mined within five minutes
   */
  create(data: Hex): Promise<Creation>;
  /**
   * Waits until a transaction of this account is mined.
   * @throws Error when it reverted or was not mined within five minutes
   */
  settle(hash: Hash): Promise<TransactionReceipt>;
}

export interface Creation {
  address: Address;
  blockNumber: bigint;
}

/** Connects a deployer; nothing is sent yet. */
export function connectDeployer({ rpcUrl, deployerKey, onPending }: DeployerOptions): Deployer {
  const client = connect(rpcUrl, deployerKey);

  async function settle(hash: Hash): Promise<TransactionReceipt> {
    await onPending?.(hash);
    const receipt = await pollReceipt(client, hash);
    if (receipt.status !== "success") throw new Error(`Transaction ${hash} reverted`);
    return receipt;
  }

  async function create(data: Hex): Promise<Creation> {
    const hash = await client.sendTransaction({ chain: null, data });
    const { contractAddress, blockNumber } = await settle(hash);
    if (!contractAddress) throw new Error(`Transaction ${hash} created nothing`);
    return { address: getAddress(contractAddress), blockNumber };
  }

  return { address: client.account.address, client, create, settle };
}

function connect(rpcUrl: string, deployerKey: Hex) {
  const account = privateKeyToAccount(deployerKey);
  return createWalletClient({ account, transport: http(rpcUrl) }).extend(publicActions);
}

/** Asks again and again instead of waiting for a next block, which may never come after the last transaction. */
async function pollReceipt(client: Deployer["client"], hash: Hash): Promise<TransactionReceipt> {
  const giveUpAt = Date.now() + RECEIPT_TIMEOUT_MS;
  for (
    let pause = FIRST_POLL_MS;
    Date.now() < giveUpAt;
    pause = Math.min(2 * pause, SLOWEST_POLL_MS)
  ) {
    try {
      return await client.getTransactionReceipt({ hash });
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error;
    }
    await sleep(pause);
  }
  throw new Error(`${hash} was not mined within ${RECEIPT_TIMEOUT_MS / 1000} s`);
}

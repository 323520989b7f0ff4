import { keccak256, parseTransaction } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import type { Env } from "@/lib/adapters/env/env";
import { type Address, type Bytes32, type Hex, lowerHex } from "@/lib/core/chain/hex";

/** A transaction before it is signed (EIP-1559). Fees are wei per gas. */
export interface UnsignedTransaction {
  readonly chainId: number;
  readonly nonce: bigint;
  readonly to: Address;
  readonly data: Hex;
  /** Wei that is sent along; nothing unless told. */
  readonly value?: bigint;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Signed bytes and the hash under which the chain will know them. */
export interface SignedTransaction {
  readonly raw: Hex;
  readonly hash: Bytes32;
}

/** A hot wallet that holds gas money alone. */
export interface RelayWallet {
  readonly address: Address;
}

/** A hot wallet that can sign. Its key stays inside. */
export interface Relayer extends RelayWallet {
  sign(transaction: UnsignedTransaction): Promise<SignedTransaction>;
}

/** The call that signed bytes make. */
export function callOf(raw: Hex): Required<Pick<UnsignedTransaction, "data" | "value">> {
  const { data = "0x", value = 0n } = parseTransaction(raw);
  return { data, value };
}

/** Whether we have a wallet's key: one that was taken out of the settings may still have slots open. */
export function canSign(wallet: RelayWallet): wallet is Relayer {
  return "sign" in wallet;
}

type RelayerKeys = Pick<Env, "RELAYER_PRIVATE_KEYS">;
type OperatorKeys = Pick<Env, "OPERATOR_PRIVATE_KEY">;
type AgentKeys = Pick<Env, "AGENT_PRIVATE_KEY">;

const opened = new WeakMap<readonly Hex[], readonly Relayer[]>();

/** The wallets whose keys are in RELAYER_PRIVATE_KEYS, in that order. */
export function relayersOf({ RELAYER_PRIVATE_KEYS }: RelayerKeys): readonly Relayer[] {
  return walletsOf(RELAYER_PRIVATE_KEYS);
}

/** The wallets whose keys are in OPERATOR_PRIVATE_KEY. */
export function operatorsOf({ OPERATOR_PRIVATE_KEY }: OperatorKeys): readonly Relayer[] {
  return walletsOf(OPERATOR_PRIVATE_KEY);
}

/** The wallet that owners name in their treasuries; undefined where AGENT_PRIVATE_KEY is not set. */
export function agentOf({ AGENT_PRIVATE_KEY }: AgentKeys): Relayer | undefined {
  return walletsOf(AGENT_PRIVATE_KEY)[0];
}

/** The wallet at an address, if its key is configured. */
export function signerOf(
  config: RelayerKeys & OperatorKeys & AgentKeys,
  wallet: Address,
): Relayer | undefined {
  const agent = agentOf(config);
  const all = [...relayersOf(config), ...operatorsOf(config), ...(agent ? [agent] : [])];
  return all.find(({ address }) => address === wallet);
}

function walletsOf(keys: readonly Hex[]): readonly Relayer[] {
  const known = opened.get(keys);
  if (known) return known;
  const relayers = keys.map((key) => relayer(privateKeyToAccount(key)));
  opened.set(keys, relayers);
  return relayers;
}

function relayer(account: PrivateKeyAccount): Relayer {
  return {
    address: lowerHex(account.address),
    async sign({ nonce, ...transaction }) {
      const raw = await account.signTransaction({
        ...transaction,
        type: "eip1559",
        nonce: Number(nonce),
      });
      return { raw, hash: keccak256(raw) };
    },
  };
}

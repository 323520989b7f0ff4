import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  decodeAbiParameters,
  encodeAbiParameters,
  toFunctionSelector,
  type Hex as ViemHex,
} from "viem";
import { concat, keccak256, size, stringToHex } from "viem/utils";
import { DEPLOYMENT_PROXY } from "@/lib/adapters/chain/core-addresses";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import { type Address, type Hex, lowerHex } from "@/lib/core/chain/hex";
import { memoize } from "@/lib/core/memoize";
import { type Simulation, simulateCall } from "./simulate-call";

/** How a wallet that has no code yet comes to be, as its signature says (ERC-6492). */
export interface WalletCreation {
  readonly factory: Address;
  /** The call of the factory. */
  readonly data: Hex;
}

/** A signature as the wallet's code takes it, and how the wallet comes to be if it has none. */
export interface UnwrappedSignature {
  readonly signature: Hex;
  /** Null where the signature says nothing of it. */
  readonly creation: WalletCreation | null;
}

/** What the signature of a wallet that is not deployed yet ends with (ERC-6492). */
const SUFFIX = "6492".repeat(16);
const SUFFIX_CHARACTERS = SUFFIX.length;

/** The longest call of a factory that is sent. */
export const LONGEST_CREATION = 4_096;

/** The most gas that a factory may use: the wallets of the listed ones take 150,000 to 600,000. */
export const CREATION_GAS = 1_000_000n;
/** The transaction itself, the init code around the call, and the 64th that a call leaves behind (EIP-150). */
const FIXED_GAS = 21_000n + 32_000n + 40_000n + CREATION_GAS / 63n;
/** A byte of calldata that is not zero, at the floor of EIP-7623. */
const BYTE_GAS = 40n;

const wrapped = [{ type: "address" }, { type: "bytes" }, { type: "bytes" }] as const;

/** Whether bytes have the form of a signature of a wallet that may not be deployed yet (ERC-6492). */
function isWrapped(signature: Hex): boolean {
  return signature.endsWith(SUFFIX);
}

/**
 * The parts of a signature. One that is not wrapped is returned as it is.
 * @returns null where the wrapping is malformed
 */
export function unwrapSignature(given: Hex): UnwrappedSignature | null {
  if (!isWrapped(given)) return { signature: given, creation: null };
  try {
    const parts: Hex = `0x${given.slice(2, -SUFFIX_CHARACTERS)}`;
    const [factory, data, signature] = decodeAbiParameters(wrapped, parts);
    return {
      signature: lowerHex(signature),
      creation: { factory: lowerHex(factory), data: lowerHex(data) },
    };
  } catch {
    return null;
  }
}

/** Wraps a signature as wallets do that have no code yet. */
export function wrapSignature({ signature, creation }: UnwrappedSignature): Hex {
  if (!creation) return signature;
  const { factory, data } = creation;
  return concat([encodeAbiParameters(wrapped, [factory, data, signature]), `0x${SUFFIX}`]);
}

/** Whether two signatures name the same creation. */
export function isSameCreation(one: WalletCreation | null, other: WalletCreation | null): boolean {
  return one?.factory === other?.factory && one?.data === other?.data;
}

/** Creation code as it is committed. Imported, each of the app's route files would carry it. */
const readCode = memoize((file: string): Hex => {
  const path = join(process.cwd(), "contracts/artifacts", `${file}.json`);
  return (JSON.parse(readFileSync(path, "utf8")) as { bytecode: Hex }).bytecode;
});

const creationArguments = [
  { type: "address" },
  { type: "address" },
  { type: "bytes" },
  { type: "uint256" },
] as const;

/**
 * The call that creates a wallet. The deployment proxy runs it as init code that leaves nothing, so that the factory is
 * called by an address without any rights; it reverts unless the wallet has code in the end.
 * @param id tells it from other creations: the proxy runs equal init code with an equal salt once
 */
export function creationCall(
  wallet: Address,
  { factory, data }: WalletCreation,
  id: string,
): { readonly to: Address; readonly data: Hex; readonly gas: bigint } {
  const args = encodeAbiParameters(creationArguments, [wallet, factory, data, CREATION_GAS]);
  const salt = keccak256(stringToHex(id));
  const call = concat([salt, readCode("wallet-creation"), args]);
  return {
    to: lowerHex(DEPLOYMENT_PROXY),
    data: call,
    gas: FIXED_GAS + CREATION_GAS + BigInt(size(call)) * BYTE_GAS,
  };
}

const trialArguments = [...creationArguments, { type: "address" }, { type: "bytes" }] as const;

/** What a trial reverts with where the factory does not create the wallet. */
const notCreated = toFunctionSelector("WalletNotCreated(address)");

/** What a call would come to once its payer's wallet is created; `not_created`: the factory does not create it. */
export type Trial = Simulation | "not_created";

/**
 * Runs a call on the newest state after the creation of a wallet, without sending either (`eth_call`).
 * @param call.gas the gas that the call is going to have
 * @throws RpcUnavailable no node answered, or the answer says nothing about the call
 */
export async function tryAfterCreation(
  rpc: Rpc,
  { wallet, creation }: { readonly wallet: Address; readonly creation: WalletCreation },
  call: { readonly from: Address; readonly to: Address; readonly data: Hex; readonly gas: bigint },
): Promise<Trial> {
  const args = encodeAbiParameters(trialArguments, [
    wallet,
    creation.factory,
    creation.data,
    CREATION_GAS,
    call.to,
    call.data,
  ]);
  const data = concat([readCode("wallet-trial"), args]);
  const around = FIXED_GAS + CREATION_GAS + BigInt(size(data)) * BYTE_GAS;
  const gas = around + (call.gas * 64n) / 63n;
  const simulation = await simulateCall(rpc, { from: call.from, to: null, data, gas });
  if (simulation.reverted) {
    return simulation.data.startsWith(notCreated) ? "not_created" : simulation;
  }
  return { reverted: false, result: outputIn(simulation.result) };
}

function outputIn(answer: ViemHex): Hex {
  const [output] = decodeAbiParameters([{ type: "bytes" }] as const, answer);
  return lowerHex(output);
}

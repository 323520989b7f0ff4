import {
  type Address,
  encodeDeployData,
  getContractAddress,
  type Hex,
  isHex,
  keccak256,
  stringToHex,
} from "viem";
import { chargeRefundManagerAbi } from "@/lib/adapters/chain/abi/charge-refund-manager";
import { refundManagerAbi } from "@/lib/adapters/chain/abi/refund-manager";
import type { ContractKind } from "@/lib/core/chain/contract-kinds";
import { readArtifact } from "./artifact";

/**
 * The deterministic deployment proxy (github.com/Arachnid/deterministic-deployment-proxy), at the same address on
 * every chain: it creates by CREATE2 what it is sent as a salt of 32 bytes and init code.
 */
export const DEPLOYMENT_PROXY: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

/** The core that all installations share where they choose no salt of their own. */
export const CANONICAL_SALT: Hex = `0x${"00".repeat(32)}`;

/** The contracts that belong to no installation, those that others use first. */
export const coreKinds = ["processor", "refunds", "subscriptions", "chargeRefunds"] as const;
export type CoreKind = (typeof coreKinds)[number];

export function isCoreKind(kind: ContractKind): kind is CoreKind {
  return coreKinds.some((one) => one === kind);
}

/**
 * The salt of a core of one's own.
 * @param text 32 bytes in hex, or any other text, whose hash is taken
 */
export function saltOf(text: string): Hex {
  return isHex(text) && text.length === 66 ? text : keccak256(stringToHex(text));
}

/** Their names in contracts/artifacts. */
export const coreArtifacts: Record<CoreKind, string> = {
  processor: "payment-processor",
  refunds: "refund-manager",
  subscriptions: "subscription-manager",
  chargeRefunds: "charge-refund-manager",
};

/** Creation code with encoded constructor arguments, which are addresses of other core contracts at most. */
export function coreInitCode(kind: CoreKind, salt: Hex): Hex {
  const { bytecode } = readArtifact(coreArtifacts[kind]);
  if (kind === "refunds") {
    const args = [coreAddress("processor", salt)] as const;
    return encodeDeployData({ abi: refundManagerAbi, bytecode, args });
  }
  if (kind === "chargeRefunds") {
    const args = [coreAddress("subscriptions", salt)] as const;
    return encodeDeployData({ abi: chargeRefundManagerAbi, bytecode, args });
  }
  return bytecode;
}

/** Where the committed init code of a core contract comes to be, on every chain. In EIP-55. */
export function coreAddress(kind: CoreKind, salt: Hex): Address {
  const bytecode = coreInitCode(kind, salt);
  return getContractAddress({ opcode: "CREATE2", from: DEPLOYMENT_PROXY, salt, bytecode });
}

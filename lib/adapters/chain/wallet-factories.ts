import type { Address } from "@/lib/core/chain/hex";
import { localChainId } from "./presets";

/**
 * Factories whose calls create one wallet at an address that follows from the call (CREATE2, EIP-1014), at the same
 * address on every chain. Where one is missing its call creates nothing, and the payer is refused.
 */
const canonical: readonly Address[] = [
  // Coinbase Smart Wallet 1.0 and 1.1.
  "0x0ba5ed0c6aa8c49038f819e587e2633c4a9f428a",
  "0xba5ed110efdba3d005bfc882d75358acbbb85842",
  // Safe 1.3.0, 1.4.1 and 1.5.0.
  "0xa6b71e26c5e0845f74c812102ca7114b6a896ab2",
  "0x4e1dcf7ad4e460cfd30791ccc4f9c8a4f820ec67",
  "0x14f2982d601c9458f93bd70b218933a6f8165e7b",
  // Kernel 3.1 and 3.3, and the one through which Kernel's client calls them.
  "0xaac5d4240af87249b3f71bc8e4a2cae074a3e419",
  "0x2577507b78c2008ff367261cb6285d44ba5ef2e9",
  "0xd703aae79538628d27099b8c4f621be4ccd142d5",
];

/** `LocalWalletFactory`, as the deployment proxy creates it with a salt of zero. */
export const localWalletFactory: Address = "0x3df8a85f8382def4997cca52ee9d0c9e9a6e15e6";

/** The factories that are allowed on a chain for which the operator names none. */
export function knownWalletFactories(chainId: number): readonly Address[] {
  return chainId === localChainId ? [...canonical, localWalletFactory] : canonical;
}

import { type Address, domainSeparator, getContract } from "viem";
import { fiatTokenAbi } from "@/lib/adapters/chain/abi/fiat-token";
import type { Deployer } from "./deployer";

const EXPECTED_DECIMALS = 6;

/**
 * Makes sure that an address is a token which payments can be signed for: it has code and six decimals, and the
 * EIP-712 domain rebuilt from its name and version is the one it uses.
 * @throws Error naming what differs
 */
export async function checkToken(client: Deployer["client"], address: Address): Promise<void> {
  const code = await client.getCode({ address });
  if (!code || code === "0x") throw new Error(`There is no contract at ${address}`);
  const { read } = getContract({ abi: fiatTokenAbi, address, client });
  const [name, version, decimals, separator, chainId] = await Promise.all([
    read.name(),
    read.version(),
    read.decimals(),
    read.DOMAIN_SEPARATOR(),
    client.getChainId(),
  ]);
  if (decimals !== EXPECTED_DECIMALS) {
    throw new Error(`${name} at ${address} has ${decimals} decimals, not ${EXPECTED_DECIMALS}`);
  }
  const rebuilt = domainSeparator({
    domain: { name, version, chainId, verifyingContract: address },
  });
  if (rebuilt !== separator) {
    throw new Error(
      `${name} at ${address} does not use the EIP-712 domain ("${name}", "${version}"): ${separator}`,
    );
  }
}

import { type Address, encodeDeployData, encodeFunctionData } from "viem";
import { localFiatTokenAbi } from "@/lib/adapters/chain/abi/local-fiat-token";
import { localFiatTokenProxyAbi } from "@/lib/adapters/chain/abi/local-fiat-token-proxy";
import { readArtifact } from "./artifact";
import { connectDeployer, type Deployer, type DeployerOptions } from "./deployer";

const DECIMALS = 6;
/** Nobody's account: the proxies keep their code, and no account is shut out of the tokens. */
const PROXY_ADMIN = "0x000000000000000000000000000000000000dEaD";

export interface LocalTokens {
  usdc: Address;
  eurc: Address;
}

/**
 * Deploys a USDC and a EURC that behave like Circle's, for a local chain. The deployer owns both and may mint,
 * blacklist and pause.
 * @throws Error when a creation fails
 */
export async function deployLocalTokens(options: DeployerOptions): Promise<LocalTokens> {
  const deployer = connectDeployer(options);
  const checker = await deployer.create(readArtifact("local-signature-checker").bytecode);
  const implementation = await deployer.create(
    encodeDeployData({
      abi: localFiatTokenAbi,
      bytecode: readArtifact("local-fiat-token").bytecode,
      args: [checker.address],
    }),
  );
  return {
    usdc: await deployToken(deployer, implementation.address, "USD Coin", "USDC"),
    eurc: await deployToken(deployer, implementation.address, "Euro Coin", "EURC"),
  };
}

async function deployToken(
  deployer: Deployer,
  implementation: Address,
  name: string,
  symbol: string,
): Promise<Address> {
  const initialization = encodeFunctionData({
    abi: localFiatTokenAbi,
    functionName: "initialize",
    args: [name, symbol, DECIMALS, deployer.address],
  });
  const proxy = await deployer.create(
    encodeDeployData({
      abi: localFiatTokenProxyAbi,
      bytecode: readArtifact("local-fiat-token-proxy").bytecode,
      args: [implementation, PROXY_ADMIN, initialization],
    }),
  );
  return proxy.address;
}

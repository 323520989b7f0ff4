import { keccak256 } from "viem/utils";
import type { Chain, Token } from "@/lib/adapters/chain/chains";
import type { UnpinnedDeployment } from "@/lib/adapters/chain/load-chains";
import { checkNode } from "@/lib/adapters/chain/nodes/check-node";
import { readBlockHash, readToken } from "@/lib/adapters/chain/reads/tokens";
import { isChainTrouble } from "@/lib/adapters/chain/rpc/chain-trouble";
import { nodesOf, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import type { Logger } from "@/lib/adapters/logger/logger";
import type { Currency } from "@/lib/core/amounts/money";
import { contractKinds } from "@/lib/core/chain/contract-kinds";
import type { Hex } from "@/lib/core/chain/hex";

/** The configuration and the chain, or the database, disagree: nothing may be sent or believed. */
export class DeploymentMismatch extends Error {
  override readonly name = "DeploymentMismatch";
}

/**
 * Compares a deployment with its chain: chain id, genesis block and each contract's code.
 * @returns its tokens as they describe themselves
 * @throws DeploymentMismatch
 * @throws RpcUnavailable
 */
export async function compareWithChain(
  deployment: UnpinnedDeployment,
  log: Logger,
): Promise<Partial<Record<Currency, Token>>> {
  await checkNodes(deployment.chain, log);
  await checkChain(deployment);
  return readTokens(deployment);
}

/** Of several nodes those of another chain are left out; when all are, nothing may be believed. */
async function checkNodes(chain: Chain, log: Logger): Promise<void> {
  const nodes = nodesOf(chain.rpc);
  if (nodes.length < 2) return;
  const answers = await Promise.all(
    nodes.map((node) =>
      checkNode(chain, node, log).catch((error) => {
        if (isChainTrouble(error)) return null;
        throw error;
      }),
    ),
  );
  if (answers.every((isOfChain) => isOfChain === false)) {
    const reasons = nodes.map(({ name, leftOut }) => `${name}: ${leftOut}`);
    throw new DeploymentMismatch(`Every RPC is of another chain: ${reasons.join("; ")}`);
  }
}

async function checkChain({ chain, chainId, genesisHash, contracts }: UnpinnedDeployment) {
  const answered = Number(await chain.rpc.request({ method: "eth_chainId" }));
  if (answered !== chainId) {
    throw new DeploymentMismatch(`The RPC is of chain ${answered}, not ${chainId}`);
  }
  if ((await readBlockHash(chain.rpc, 0n)) !== genesisHash) {
    throw new DeploymentMismatch(
      `Chain ${chainId} has another genesis block than the deployment's`,
    );
  }
  for (const kind of contractKinds) {
    const contract = contracts[kind];
    if (!contract) continue;
    const params = [contract.address, "latest"];
    const code = (await chain.rpc.request({ method: "eth_getCode", params })) as Hex;
    if (keccak256(code) !== contract.codeHash) {
      throw new DeploymentMismatch(`The ${kind} at ${contract.address} has other code`);
    }
  }
}

async function readTokens({ chain, usdc, eurc }: UnpinnedDeployment) {
  const tokens: Partial<Record<Currency, Token>> = {};
  const addresses = { USDC: usdc, EURC: eurc } as const;
  for (const currency of ["USDC", "EURC"] as const) {
    const address = addresses[currency];
    if (!address) continue;
    tokens[currency] = await readToken(chain.rpc, chain.id, currency, address).catch((error) => {
      throw error instanceof RpcUnavailable ? error : new DeploymentMismatch(String(error));
    });
  }
  return tokens;
}

import { keccak256 } from "viem/utils";
import type { Db } from "@/db/client";
import type { deployments } from "@/db/schema/chain";
import { isChainTrouble } from "@/lib/adapters/chain/chain-trouble";
import type { Chain, Chains, Deployment, Token } from "@/lib/adapters/chain/chains";
import { checkNode } from "@/lib/adapters/chain/check-node";
import { chainsOf, type UnpinnedDeployment } from "@/lib/adapters/chain/load-chains";
import { readBlockHash, readToken } from "@/lib/adapters/chain/read-token";
import { nodesOf, RpcUnavailable } from "@/lib/adapters/chain/rpc";
import type { Logger } from "@/lib/adapters/logger/logger";
import type { Hex } from "@/lib/core/hex";
import { newId } from "@/lib/core/ids";
import type { Currency } from "@/lib/core/money";

type Row = typeof deployments.$inferSelect;

/** The configuration and the chain, or the database, disagree: nothing may be sent or believed. */
class DeploymentMismatch extends Error {
  override readonly name = "DeploymentMismatch";
}

/**
 * Compares each configured deployment with its chain and with what was pinned when it was first
 * seen, and pins a new one. A chain that does not answer is taken at its pinned word; it is compared
 * at the next start.
 * @throws DeploymentMismatch chain id, genesis, code, a token's domain or decimals are not as expected
 * @throws RpcUnavailable a chain that was never seen does not answer
 */
export async function pinDeployments(
  db: Db,
  configured: readonly UnpinnedDeployment[],
  log: Logger,
): Promise<Chains> {
  const pinned: Deployment[] = [];
  for (const deployment of configured) pinned.push(await pinDeployment(db, deployment, log));
  return chainsOf(pinned);
}

async function pinDeployment(
  db: Db,
  deployment: UnpinnedDeployment,
  log: Logger,
): Promise<Deployment> {
  const [row] = await db<Row[]>`
    select * from deployments
    where chain_id = ${deployment.chainId} and processor = ${deployment.processor}`;
  if (row) checkRow(deployment, row);
  try {
    await checkNodes(deployment.chain, log);
    await checkChain(deployment);
    const tokens = await readTokens(deployment);
    return { ...deployment, id: row?.id ?? (await insertRow(db, deployment, tokens)), tokens };
  } catch (error) {
    if (!row || !(error instanceof RpcUnavailable)) throw error;
    log.warn({ chainId: deployment.chainId }, "the chain does not answer; using what was pinned");
    return { ...deployment, id: row.id, tokens: row.tokens };
  }
}

function checkRow(deployment: UnpinnedDeployment, row: Row): void {
  const expected = [row.mode, row.registry, row.usdc, row.eurc, row.genesisHash];
  const given = [
    deployment.mode,
    deployment.registry,
    deployment.usdc,
    deployment.eurc,
    deployment.genesisHash,
  ];
  if (expected.every((value, index) => value === given[index])) return;
  throw new DeploymentMismatch(
    `The deployment of ${deployment.processor} is not the one that this database was used with`,
  );
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

async function checkChain({ chain, chainId, genesisHash, ...file }: UnpinnedDeployment) {
  const answered = Number(await chain.rpc.request({ method: "eth_chainId" }));
  if (answered !== chainId) {
    throw new DeploymentMismatch(`The RPC is of chain ${answered}, not ${chainId}`);
  }
  if ((await readBlockHash(chain.rpc, 0n)) !== genesisHash) {
    throw new DeploymentMismatch(
      `Chain ${chainId} has another genesis block than the deployment's`,
    );
  }
  for (const contract of ["registry", "processor"] as const) {
    const params = [file[contract], "latest"];
    const code = (await chain.rpc.request({ method: "eth_getCode", params })) as Hex;
    if (keccak256(code) !== file.codeHashes[contract]) {
      throw new DeploymentMismatch(`The ${contract} at ${file[contract]} has other code`);
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

async function insertRow(db: Db, deployment: UnpinnedDeployment, tokens: Row["tokens"]) {
  const [row] = await db<{ id: string }[]>`
    insert into deployments ${db({
      id: newId("deployment"),
      mode: deployment.mode,
      chainId: deployment.chainId,
      registry: deployment.registry,
      processor: deployment.processor,
      usdc: deployment.usdc,
      eurc: deployment.eurc,
      startBlock: deployment.startBlock,
      genesisHash: deployment.genesisHash,
      codeHashes: db.json(deployment.codeHashes),
      tokens: db.json(tokens),
    })}
    on conflict (chain_id, processor) do update set processor = excluded.processor
    returning id`;
  if (!row) throw new Error("an upsert returns its row");
  return row.id;
}

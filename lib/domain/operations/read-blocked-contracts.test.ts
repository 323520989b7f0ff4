import { expect, test } from "vitest";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { RpcError, RpcUnavailable } from "@/lib/adapters/chain/rpc/rpc";
import { readBlockedContracts } from "./read-blocked-contracts";

const contract = (digit: string) => ({ address: `0x${digit.repeat(40)}` });

/** A deployment on a chain whose node answers each call like this. */
function chainsOf(answer: () => Promise<unknown>) {
  const chain = { rpc: { request: answer } };
  const contracts = { registry: contract("1"), processor: contract("2") };
  const tokens = { USDC: { address: `0x${"3".repeat(40)}`, currency: "USDC" } };
  return {
    all: [],
    deployments: [{ chain, chainId: 7, contracts, tokens } as unknown as Deployment],
  };
}

const refusing = (error: Error) => chainsOf(() => Promise.reject(error));

test("a token that cannot block has blocked nothing", async () => {
  const reverted = new RpcError(3, "execution reverted", "0x");
  expect(await readBlockedContracts(refusing(reverted))).toEqual([]);
});

test("a node that does not answer says nothing of the token", async () => {
  const away = readBlockedContracts(refusing(new RpcUnavailable("no answer")));
  await expect(away).rejects.toThrow(RpcUnavailable);
});

import { expect, test } from "vitest";
import { type Chains, chainFrom, type Deployment } from "@/lib/adapters/chain/chains";
import { findPreset } from "@/lib/adapters/chain/presets";
import type { Rpc } from "@/lib/adapters/chain/rpc/rpc";
import type { Mode } from "@/lib/core/modes";
import { networkOfMode } from "./network-of-mode";

/** A configuration that settles each mode on the chain of that name. */
function settledOn(names: Readonly<Partial<Record<Mode, string>>>): { chains: Chains } {
  const deployments = Object.entries(names).map(([mode, name]) => {
    const preset = findPreset(name);
    if (!preset) throw new Error(`No chain is called ${name}`);
    const chain = chainFrom(preset, { rpc: {} as Rpc });
    return { mode, chain, chainId: chain.id } as Deployment;
  });
  return { chains: { deployments, all: [] } };
}

test("a wallet is made in the browser on the local chain alone", () => {
  const isLocal = (name: string) => networkOfMode(settledOn({ test: name }), "test")?.localChainId;
  expect(isLocal("local")).toBe(31337);
  for (const name of ["base-sepolia", "arc-testnet", "base"]) expect(isLocal(name)).toBeNull();
  expect(networkOfMode(settledOn({ live: "local", test: "base-sepolia" }), "test")).toMatchObject({
    localChainId: null,
    network: { chainId: 84532 },
  });
  expect(networkOfMode(settledOn({ live: "local" }), "test")).toBeNull();
});

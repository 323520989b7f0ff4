import { type Chain, chainFrom } from "@/lib/adapters/chain/chains";
import { findPreset } from "@/lib/adapters/chain/presets";
import type { Rpc } from "@/lib/adapters/chain/rpc";

/** A chain of a run: the local one's settings, under an id of its own and with the run's finality. */
export function chaosChain(id: number, rpc: Rpc, finalityDepth: number): Chain {
  const preset = findPreset("local");
  if (!preset) throw new Error("there is no local preset");
  const finality = { kind: "depth", depth: finalityDepth } as const;
  return chainFrom({ ...preset, chainId: id }, { rpc, finality });
}

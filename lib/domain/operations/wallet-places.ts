import { agentOf, operatorsOf, relayersOf } from "@/lib/adapters/chain/calls/relayer";
import type { Sources } from "./open-sources";

/** A wallet is told by its place among the keys: labels hold no addresses. */
export function placeOf({ config }: Pick<Sources, "config">, wallet: string): string {
  const places = placesOf(config);
  return places.find(({ address }) => address === wallet)?.place ?? "other";
}

/** The operator's wallets come after the relay's, with a word before their place; then the agent's. */
export function placesOf(config: Sources["config"]): { address: string; place: string }[] {
  const agent = agentOf(config);
  return [
    ...relayersOf(config).map(({ address }, index) => ({ address, place: String(index + 1) })),
    ...operatorsOf(config).map(({ address }, index) => ({
      address,
      place: `operator-${index + 1}`,
    })),
    ...(agent ? [{ address: agent.address, place: "agent" }] : []),
  ];
}

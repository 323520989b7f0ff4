import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "@/chaos/seeded";
import type { RpcProxy } from "./rpc-proxy";

/** Lets another chain's node answer now and then, as a provider's wrong route does. */
export interface WrongNode {
  /** How often it has answered for a while. */
  readonly times: number;
  stop(): Promise<void>;
}

const ROUND_MS = 6_000;
const DETOUR_MS = 3_000;
const CHANCE = 0.6;

/** Sends the proxy's calls to the node at `strangerUrl` for some seconds; when follows from `dice`. */
export function startWrongNode(proxy: RpcProxy, strangerUrl: string, dice: Dice): WrongNode {
  const tally = { times: 0 };
  let isOver = false;
  const run = async () => {
    for (let round = 0; !isOver; round += 1) {
      await sleep(ROUND_MS);
      if (isOver || (round > 0 && dice.roll("detour", round) >= CHANCE)) continue;
      tally.times += 1;
      proxy.detour = strangerUrl;
      await sleep(DETOUR_MS);
      proxy.detour = null;
    }
  };
  const running = run();
  return Object.assign(tally, {
    stop: async () => {
      isOver = true;
      await running;
    },
  });
}

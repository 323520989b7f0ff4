import type { Rpc } from "@/lib/adapters/chain/rpc";
import type { CrashPoint } from "./crash-points";

/** The same node, with `point` told of each call before it is made and after its answer. */
export function watchRpc(rpc: Rpc, point: CrashPoint): Rpc {
  return {
    request: async (call) => {
      point("before", call.method);
      const answer = await rpc.request(call);
      point("after", call.method);
      return answer;
    },
  };
}

import { type ChildProcess, fork } from "node:child_process";
import { stopOnExit } from "@/scripts/services/stop-on-exit";

/** Workers that have loaded their code and wait for orders: a restart then takes no time. */
export function openSpares(program: string, variables: Record<string, string>) {
  const { NODE_ENV, PATH } = process.env;
  const env = { NODE_ENV, PATH, TZ: "UTC", ...variables };
  const start = () => {
    // Without the loader of this process: the program is plain JavaScript.
    const child = fork(program, { env, execArgv: [], serialization: "advanced", silent: true });
    stopOnExit(child, "SIGKILL");
    return child;
  };
  const waiting = [start(), start()];
  return {
    take: (): ChildProcess => {
      waiting.push(start());
      return waiting.shift() ?? start();
    },
    close: () => {
      for (const child of waiting) child.kill("SIGKILL");
    },
  };
}

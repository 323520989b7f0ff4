import { type ChildProcess, fork } from "node:child_process";
import type { Dice } from "@/chaos/seeded";
import type { Role, WorkerGroup, WorkOrder } from "@/chaos/worker/work-order";
import { childEnd, isRunning, stopOnExit } from "@/scripts/run/services/stop-on-exit";
import { openStalls, type Stall } from "./stall-workers";
import { FREEZE_MS, readOutput, type WorkerOutput } from "./worker-output";

/** Keeps the workers running, and kills them. */
export interface Supervisor {
  /** Crashes that workers had planned for themselves, by place. */
  readonly crashes: ReadonlyMap<string, number>;
  /** Workers that were suspended in a transaction. */
  freezes(): number;
  /** Workers that were killed at a random moment. */
  kills(): number;
  /** Ends that nobody had planned. */
  readonly faults: readonly string[];
  /** Living workers with that role. */
  having(role: Role): ChildProcess[];
  /** Suspends all targets, does `meanwhile`, and wakes them one after the other. None is killed before the last is awake. */
  stall(stall: Stall): Promise<void>;
  /** Workers that are started from now on live longer: what takes several steps comes to its end. */
  crashLess(): void;
  /** Ends all workers, does `whileDown`, starts them anew, and lets them live from now on. */
  calm(whileDown: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

type Blueprint = Omit<WorkOrder, "life" | "roles" | "targets" | "crashShare" | "clockShiftMs">;

/** A worker that has not crashed by then is killed. */
const LIFE_MS = [1_000, 10_000] as const;
/** One whose end comes while it is suspended with the others is killed soon after it is awake. */
const AFTER_STALL_MS = 1_000;
/** How many of the usual crashes there are when there have been enough. */
const LATE_CRASH_SHARE = 0.1;
interface Worker {
  group: WorkerGroup;
  name: string;
  clockShiftMs: number;
  lives: number;
  child: ChildProcess | undefined;
}

/** Workers that have loaded their code and wait for orders: a restart then takes no time. */
function openSpares(program: string, variables: Record<string, string>) {
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

/** Starts the workers of `groups` from the bundle at `program`; what they print goes to `folder`. */
export function startSupervisor(
  program: string,
  folder: string,
  groups: readonly WorkerGroup[],
  blueprint: Blueprint,
  dice: Dice,
): Supervisor {
  const output = readOutput(folder);
  const spares = openSpares(program, blueprint.environment);
  const state: RunState = {
    phase: "chaos",
    gate: Promise.resolve(),
    crashShare: 1,
    kills: 0,
    faults: [],
  };
  const workers = groups.flatMap((group) =>
    Array.from({ length: group.count }, (_, index): Worker => {
      const clockShiftMs = group.clockShiftsMs?.[index] ?? 0;
      return { group, name: `${group.name}${index}`, clockShiftMs, lives: 0, child: undefined };
    }),
  );
  const stalls = openStalls(() => targetsOf(workers, output), dice);
  const sparedMs = (child: ChildProcess) => {
    if (output.isFrozen(child)) return FREEZE_MS;
    return stalls.has(child) ? AFTER_STALL_MS : 0;
  };
  const start = (worker: Worker) =>
    startWorker(worker, spares.take(), state, blueprint, dice, sparedMs);
  const running = workers.map((worker) => keepRunning(worker, start, state, output));
  const endAll = async () => {
    const children = workers.flatMap(({ child }) => (child ? [child] : []));
    for (const child of children) child.kill("SIGKILL");
    await Promise.all(children.map(childEnd));
  };
  return {
    crashes: output.crashes,
    faults: state.faults,
    kills: () => state.kills,
    freezes: () => output.freezes(),
    having: (role) =>
      workers.flatMap(({ group, child }) =>
        child?.connected && isRunning(child) && group.roles.includes(role) ? [child] : [],
      ),
    stall: stalls.stall,
    crashLess: () => {
      state.crashShare = LATE_CRASH_SHARE;
    },
    calm: async (whileDown) => {
      state.phase = "calm";
      state.gate = endAll().then(whileDown);
      await state.gate;
    },
    stop: async () => {
      if (state.phase === "over") return;
      state.phase = "over";
      await endAll();
      await Promise.all(running);
      spares.close();
      await output.close();
    },
  };
}

/** Those that are hunted, and have not suspended themselves. */
const targetsOf = (workers: readonly Worker[], { isFrozen }: WorkerOutput): ChildProcess[] =>
  workers.flatMap(({ group, child }) =>
    group.targets.length > 0 && child && isRunning(child) && !isFrozen(child) ? [child] : [],
  );

interface RunState {
  phase: "chaos" | "calm" | "over";
  /** Nobody starts before it. */
  gate: Promise<void>;
  crashShare: number;
  kills: number;
  faults: string[];
}

function startWorker(
  worker: Worker,
  child: ChildProcess,
  state: RunState,
  blueprint: Blueprint,
  dice: Dice,
  /** For how many milliseconds one that is suspended is left alive. */
  sparedMs: (child: ChildProcess) => number,
): ChildProcess {
  const { roles, targets, crashShare: ownShare = 1, lifeFactor = 1 } = worker.group;
  const life = `${worker.name}.${worker.lives}`;
  worker.lives += 1;
  worker.child = child;
  const isHunted = state.phase === "chaos" && targets.length > 0;
  const hunted = isHunted ? targets : [];
  const crashShare = state.crashShare * ownShare;
  const { clockShiftMs } = worker;
  const order: WorkOrder = { ...blueprint, life, roles, targets: hunted, crashShare, clockShiftMs };
  // It may be dead already.
  child.send(order, () => {});
  if (!isHunted) return child;
  // Counted from when it has begun: loading the code takes long on a busy machine.
  child.once("message", () => {
    const end = () => {
      if (!isRunning(child)) return;
      const spared = sparedMs(child);
      if (spared > 0) {
        timer = setTimeout(end, spared);
        return;
      }
      state.kills += 1;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(end, dice.between(...LIFE_MS, "life", life) * lifeFactor);
    child.once("exit", () => clearTimeout(timer));
  });
  return child;
}

async function keepRunning(
  worker: Worker,
  start: (worker: Worker) => ChildProcess,
  state: RunState,
  output: WorkerOutput,
): Promise<void> {
  for (;;) {
    await state.gate;
    if (state.phase === "over") return;
    const child = start(worker);
    const read = output.read(child);
    await childEnd(child);
    await read;
    if (child.signalCode !== "SIGKILL") {
      state.faults.push(`${worker.name} ended with ${child.exitCode}`);
    }
  }
}

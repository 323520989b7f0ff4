import { type ChildProcess, fork } from "node:child_process";
import { createWriteStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "@/chaos/seeded";
import { CRASH_MARK, FREEZE_MARK } from "@/chaos/worker/crash-points";
import type { Role, WorkOrder } from "@/chaos/worker/work-order";
import { childEnd, isRunning, stopOnExit } from "@/scripts/services/stop-on-exit";

/** Workers that run the same roles. */
export interface WorkerGroup {
  name: string;
  roles: Role[];
  targets: Role[];
  count: number;
}

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
  /** Suspends all targets, does `meanwhile`, and wakes them one after the other. */
  stall(pauseMs: number, meanwhile: () => Promise<void>): Promise<void>;
  /** Ends all workers, does `whileDown`, starts them anew, and lets them live from now on. */
  calm(whileDown: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

type Blueprint = Omit<WorkOrder, "life" | "roles" | "targets">;

/** A worker that has not crashed by then is killed. */
const LIFE_MS = [1_000, 10_000] as const;
/** How long a worker stays suspended in a transaction: longer than the database waits for it. */
const FREEZE_MS = 20_000;
/** One that is suspended while another one is goes on after this: somebody has to be at work. */
const SHORT_FREEZE_MS = 1_000;

interface Worker {
  group: WorkerGroup;
  name: string;
  lives: number;
  child: ChildProcess | undefined;
}

/** Starts the workers of `groups` from the bundle at `program`; what they print goes to `folder`. */
export function startSupervisor(
  program: string,
  folder: string,
  groups: readonly WorkerGroup[],
  blueprint: Blueprint,
  dice: Dice,
): Supervisor {
  const output = openOutput(folder);
  const stable = openStable(program, blueprint.environment);
  const state: RunState = { phase: "chaos", gate: Promise.resolve(), kills: 0, faults: [] };
  const workers = groups.flatMap((group) =>
    Array.from({ length: group.count }, (_, index): Worker => {
      return { group, name: `${group.name}${index}`, lives: 0, child: undefined };
    }),
  );
  const start = (worker: Worker) =>
    startWorker(worker, stable.take(), state, blueprint, dice, output.isFrozen);
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
    stall: async (pauseMs, meanwhile) => {
      const stalled = workers.flatMap(({ group, child }) =>
        group.targets.length > 0 && child && isRunning(child) && !output.isFrozen(child)
          ? [child]
          : [],
      );
      for (const child of stalled) child.kill("SIGSTOP");
      await meanwhile();
      for (const child of stalled) {
        child.kill("SIGCONT");
        await sleep(pauseMs);
      }
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
      stable.close();
      await output.close();
    },
  };
}

interface RunState {
  phase: "chaos" | "calm" | "over";
  /** Nobody starts before it. */
  gate: Promise<void>;
  kills: number;
  faults: string[];
}

function startWorker(
  worker: Worker,
  child: ChildProcess,
  state: RunState,
  blueprint: Blueprint,
  dice: Dice,
  isFrozen: (child: ChildProcess) => boolean,
): ChildProcess {
  const { roles, targets } = worker.group;
  const life = `${worker.name}.${worker.lives}`;
  worker.lives += 1;
  worker.child = child;
  const isHunted = state.phase === "chaos" && targets.length > 0;
  const hunted = isHunted ? targets : [];
  const order: WorkOrder = { ...blueprint, life, roles, targets: hunted };
  // It may be dead already.
  child.send(order, () => {});
  if (!isHunted) return child;
  // Counted from when it has begun: loading the code takes long on a busy machine.
  child.once("message", () => {
    const end = () => {
      if (!isRunning(child)) return;
      if (isFrozen(child)) {
        timer = setTimeout(end, FREEZE_MS);
        return;
      }
      state.kills += 1;
      child.kill("SIGKILL");
    };
    let timer = setTimeout(end, dice.between(...LIFE_MS, "life", life));
    child.once("exit", () => clearTimeout(timer));
  });
  return child;
}

async function keepRunning(
  worker: Worker,
  start: (worker: Worker) => ChildProcess,
  state: RunState,
  output: ReturnType<typeof openOutput>,
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

/** Workers that have loaded their code and wait for orders: a restart then takes no time. */
function openStable(program: string, variables: Record<string, string>) {
  const { NODE_ENV, PATH } = process.env;
  const env = { NODE_ENV, PATH, TZ: "UTC", ...variables };
  const breed = () => {
    // Without the loader of this process: the program is plain JavaScript.
    const child = fork(program, { env, execArgv: [], serialization: "advanced", silent: true });
    stopOnExit(child, "SIGKILL");
    return child;
  };
  const waiting = [breed(), breed()];
  return {
    take: (): ChildProcess => {
      waiting.push(breed());
      return waiting.shift() ?? breed();
    },
    close: () => {
      for (const child of waiting) child.kill("SIGKILL");
    },
  };
}

function openOutput(folder: string) {
  mkdirSync(folder, { recursive: true });
  const log = createWriteStream(join(folder, "workers.log"));
  const crashes = new Map<string, number>();
  const frozen = new Set<ChildProcess>();
  let freezes = 0;
  const thaw = (child: ChildProcess) => {
    freezes += 1;
    const lasts = frozen.size === 0 ? FREEZE_MS : SHORT_FREEZE_MS;
    frozen.add(child);
    const timer = setTimeout(() => {
      frozen.delete(child);
      child.kill("SIGCONT");
    }, lasts);
    child.once("exit", () => {
      frozen.delete(child);
      clearTimeout(timer);
    });
  };
  const note = (line: string, child: ChildProcess) => {
    log.write(`${line}\n`);
    if (line.startsWith(FREEZE_MARK)) thaw(child);
    if (!line.startsWith(CRASH_MARK)) return;
    const place = line.slice(CRASH_MARK.length);
    crashes.set(place, (crashes.get(place) ?? 0) + 1);
  };
  return {
    crashes,
    freezes: () => freezes,
    isFrozen: (child: ChildProcess) => frozen.has(child),
    read: async (child: ChildProcess): Promise<void> => {
      const { stdout, stderr } = child;
      const streams = [stdout, stderr].flatMap((stream) => (stream ? [stream] : []));
      await Promise.all(
        streams.map(async (stream) => {
          for await (const line of createInterface({ input: stream })) note(line, child);
        }),
      );
    },
    close: () => new Promise((resolve) => log.end(resolve)),
  };
}

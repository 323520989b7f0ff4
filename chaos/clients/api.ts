import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import type { Supervisor } from "@/chaos/rig/supervisor";
import type {
  Caller,
  InputOf,
  OperationName,
  RefusalReply,
  Reply,
  Request,
  ValueOf,
} from "@/chaos/worker/messages";
import { READY } from "@/chaos/worker/work-order";

export type Answer<Name extends OperationName> =
  | { kind: "value"; value: ValueOf<Name> }
  | { kind: "refusal"; refusal: RefusalReply };

/** Asks as a client does who repeats a request until it has an answer. */
export interface Api {
  /** @throws Error when there is no answer for a very long time, or workers end by themselves */
  ask<Name extends OperationName>(
    operation: Name,
    caller: Caller,
    input: InputOf<Name>,
  ): Promise<Answer<Name>>;
  /** Requests that got no answer, or an error instead of one. */
  readonly lost: number;
  /** What the answers that were errors said, and how often. */
  readonly errors: ReadonlyMap<string, number>;
}

const RETRY_MS = 80;
const REPLY_MS = 15_000;
const GIVE_UP_MS = 240_000;
/** Ends that nobody planned, before it is no use to go on. */
const MOST_FAULTS = 30;

/** A client of whatever workers serve the API at the moment. */
export function connectApi(supervisor: Supervisor): Api {
  let nextId = 0;
  const errors = new Map<string, number>();
  const tally = { lost: 0, errors };
  return Object.assign(tally, {
    async ask<Name extends OperationName>(
      operation: Name,
      caller: Caller,
      input: InputOf<Name>,
    ): Promise<Answer<Name>> {
      const giveUpAt = Date.now() + GIVE_UP_MS;
      let last = "silence";
      while (Date.now() < giveUpAt) {
        const [fault] = supervisor.faults;
        if (supervisor.faults.length >= MOST_FAULTS) throw new Error(`Workers fail: ${fault}`);
        const workers = supervisor.having("api");
        const worker = workers[nextId % Math.max(1, workers.length)];
        nextId += 1;
        const request: Request<Name> = { id: nextId, operation, caller, input };
        const reply = worker && (await askWorker(worker, request));
        if (reply?.kind === "value") return { kind: "value", value: reply.value as ValueOf<Name> };
        if (reply?.kind === "refusal") return { kind: "refusal", refusal: reply.refusal };
        if (worker) tally.lost += 1;
        last = reply?.message ?? (worker ? "silence" : "no worker");
        if (reply) errors.set(reply.message, (errors.get(reply.message) ?? 0) + 1);
        await sleep(RETRY_MS);
      }
      throw new Error(`${operation} was never answered, at last by: ${last}`);
    },
  });
}

/** @returns undefined when the worker ended or was silent */
function askWorker<Name extends OperationName>(
  worker: ChildProcess,
  request: Request<Name>,
): Promise<Reply | undefined> {
  return new Promise((resolve) => {
    const finish = (reply?: Reply) => {
      clearTimeout(timer);
      worker.off("message", hear);
      worker.off("exit", giveUp);
      resolve(reply);
    };
    const hear = (reply: Reply | typeof READY) => {
      if (reply !== READY && reply.id === request.id) finish(reply);
    };
    const giveUp = () => finish();
    const timer = setTimeout(giveUp, REPLY_MS);
    worker.setMaxListeners(0);
    worker.on("message", hear);
    worker.once("exit", giveUp);
    worker.send(request, (error) => {
      if (error) finish();
    });
  });
}

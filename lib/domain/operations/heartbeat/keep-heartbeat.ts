import type { Db } from "@/db/client";
import type { Env } from "@/lib/adapters/env/env";
import { sendEvents } from "@/lib/adapters/jobs/inngest";
import { jobWiring } from "@/lib/adapters/jobs/job-wiring";
import type { Logger } from "@/lib/adapters/logger/logger";
import {
  HEARTBEAT_SECONDS,
  heartbeatEvent,
  SILENT_SECONDS,
} from "@/lib/core/operations/job-periods";
import { foldWakes } from "@/lib/domain/platform/outbox/fold-wakes";
import { explainSilence } from "./explain-silence";
import { type Pulse, readPulse, silentSeconds } from "./read-pulse";

interface HeartbeatOptions {
  readonly db: Db;
  readonly log: Logger;
  readonly config: Pick<Env, "INNGEST_BASE_URL">;
  /** Default HEARTBEAT_SECONDS. */
  readonly everyMs?: number;
}

/**
 * Sends the heartbeat to the job engine until it is stopped. A silence is told of once in the log, and
 * while it lasts the outbox is kept small.
 */
export function keepHeartbeat(options: HeartbeatOptions): { stop(): Promise<void> } {
  const { db, log, everyMs = HEARTBEAT_SECONDS * 1_000 } = options;
  const noteTick = watchTicks();
  const tellOf = watchSilence(options);
  let running: Promise<void> | null = null;
  const tick = async () => {
    try {
      const pulse = await readPulse(db);
      noteTick();
      send(pulse, everyMs);
      tellOf(pulse);
      const isSilent = pulse.secondsAgo === null || pulse.secondsAgo > SILENT_SECONDS;
      if (isSilent) await foldWakes(db);
    } catch (error) {
      // While the database is away nothing is known of the engine, and a run could not be noted.
      delete jobWiring.beatingSince;
      log.debug({ err: error }, "no heartbeat was sent");
    }
  };
  const beat = () => {
    running ??= tick().finally(() => {
      running = null;
    });
  };
  const timer = setInterval(beat, everyMs);
  beat();
  return {
    stop: async () => {
      clearInterval(timer);
      await running;
      delete jobWiring.beatingSince;
    },
  };
}

/** One event for all processes that send in the same moment. Not awaited: the next one is not to be late. */
function send({ now }: Pulse, everyMs: number): void {
  const sentAt = now.getTime();
  const id = `heartbeat-${Math.floor(sentAt / everyMs)}`;
  // The wiring notes why; the silence that follows is told of.
  sendEvents([{ id, name: heartbeatEvent, data: { sentAt } }]).catch(() => {});
}

/** Notes since when heartbeats are sent without a pause: a process that was suspended begins anew. */
function watchTicks(): () => void {
  let lastAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = performance.now();
    if (now - lastAt > SILENT_SECONDS * 1_000) jobWiring.beatingSince = now;
    jobWiring.beatingSince ??= now;
    lastAt = now;
  };
}

function watchSilence({ log, config }: HeartbeatOptions): (pulse: Pulse) => void {
  let told = false;
  return ({ secondsAgo }) => {
    const { beatingSince = 0, refusal = null } = jobWiring;
    const beating = (performance.now() - beatingSince) / 1_000;
    const isSilent = silentSeconds(secondsAgo, beating) > SILENT_SECONDS;
    if (isSilent && !told)
      log.error({ secondsAgo }, explainSilence(config, { refusal, secondsAgo }));
    if (!isSilent && told) log.info({}, "the job engine runs again");
    told = isSilent;
  };
}

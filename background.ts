import { connectJobs } from "@/lib/adapters/jobs/job-wiring";
import { listenOutbox } from "@/lib/domain/outbox/listen-outbox";
import { publishOutbox } from "@/lib/domain/outbox/publish";
import { startEngine } from "@/lib/engine/start-engine";
import { runtime } from "@/lib/server/runtime";

/** The work that a long-lived process does beside answering requests. */
export interface Background {
  stop(): Promise<void>;
}

declare global {
  // The server bundle and Next's instrumentation both start it: a process runs it once.
  var stipendBackground: Background | undefined;
}

function start(): Background {
  const { config, log, db } = runtime();
  connectJobs({ log });
  const engine = config.INNGEST_BASE_URL
    ? null
    : startEngine({
        db,
        log,
        serveUrl: `http://127.0.0.1:${config.PORT}/api/inngest`,
        signingKey: config.INNGEST_SIGNING_KEY,
      });
  if (engine) {
    connectJobs({ log, send: (events) => engine.send(events) });
    engine.ready.catch((error) => log.error({ err: error }, "the job engine cannot start"));
  }
  const outbox = listenOutbox(db, () => publishOutbox({ db, log }));
  return {
    stop: async () => {
      await outbox.stop();
      await engine?.stop();
    },
  };
}

/**
 * Starts the embedded job engine, unless Inngest is configured, and the publisher of the outbox.
 * Nothing is waited for: the engine registers with the app that is just starting.
 */
export function startBackground(): Background {
  globalThis.stipendBackground ??= start();
  return globalThis.stipendBackground;
}

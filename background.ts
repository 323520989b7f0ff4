import type { Sql } from "@/db/client";
import { watchAbandonedTransactions } from "@/db/end-abandoned-transactions";
import { heartbeat } from "@/inngest/functions/heartbeat";
import { watchNodes } from "@/lib/adapters/chain/nodes/watch-nodes";
import { inngest } from "@/lib/adapters/jobs/inngest";
import { connectJobs } from "@/lib/adapters/jobs/job-wiring";
import { createOutboundHttp } from "@/lib/adapters/outbound-http/outbound-http";
import { keepAlerts } from "@/lib/domain/operations/alerts/keep-alerts";
import { keepHeartbeat } from "@/lib/domain/operations/heartbeat/keep-heartbeat";
import { keepNumbering } from "@/lib/domain/platform/events/keep-numbering";
import { listenOutbox } from "@/lib/domain/platform/outbox/listen-outbox";
import { publishOutbox } from "@/lib/domain/platform/outbox/publish";
import { startEngine } from "@/lib/engine/start-engine";
import { probes } from "@/lib/server/http/probes";
import { runtime } from "@/lib/server/runtime";

/** The work that a long-lived process does beside answering requests. */
export interface Background {
  stop(): Promise<void>;
}

declare global {
  // The server bundle and Next's instrumentation both start it: a process runs it once.
  var stipendBackground: Background | undefined;
}

interface BackgroundOptions {
  /** Calls the jobs in this process; over HTTP where the app's handler is not at hand. */
  call?: (request: Request) => Promise<Response>;
}

function startJobs(db: Sql, { call }: BackgroundOptions): Background {
  const { config, log } = runtime();
  const engine = startEngine({
    db,
    log,
    call,
    serveUrl: `http://127.0.0.1:${config.PORT}/api/inngest`,
    signingKey: config.INNGEST_SIGNING_KEY,
    shortLived: [heartbeat.id(inngest.id)],
  });
  connectJobs({ log, send: (events) => engine.send(events) });
  engine.ready.catch((error) => {
    log.error({ err: error }, "the job engine cannot run the jobs");
    process.exit(1);
  });
  return {
    stop: async () => {
      await engine.stop();
      await db.end({ timeout: 5 });
    },
  };
}

function start(options: BackgroundOptions): Background {
  const { config, log, jobDb: db, engineDb, stopping } = runtime();
  connectJobs({ log });
  const jobs = engineDb ? startJobs(engineDb, options) : null;
  const nodes = watchNodes(async () => (await runtime().chains()).all, log);
  const endWatch = watchAbandonedTransactions(db, log);
  const numbering = keepNumbering({ db, log });
  const outbox = listenOutbox(db, () => publishOutbox({ db, log }));
  const beating = keepHeartbeat({ db, log, config });
  const alerts = keepAlerts({
    ...{ db, log, config },
    readiness: () => probes().readiness(),
    // RPC_URLS, SMTP_URL and INNGEST_BASE_URL may lead into the operator's network, too.
    http: createOutboundHttp({ allowLoopback: true, isTrusted: true }),
  });
  return {
    stop: async () => {
      stopping.abort();
      nodes.stop();
      endWatch();
      await Promise.all([outbox.stop(), numbering.stop(), beating.stop(), alerts.stop()]);
      await jobs?.stop();
    },
  };
}

/**
 * Starts the embedded job engine, unless Inngest is configured, the publisher of the outbox, the sequencer of events,
 * the heartbeat and the alerts.
 * Nothing is waited for: the engine registers with the app that is just starting.
 */
export function startBackground(options: BackgroundOptions = {}): Background {
  globalThis.stipendBackground ??= start(options);
  return globalThis.stipendBackground;
}

import type { Db } from "@/db/client";
import { NoAnswer, withTimeout } from "@/lib/core/async/with-timeout";
import type { AlertKind } from "@/lib/core/operations/alert-kinds";
import type { Readiness } from "@/lib/domain/operations/readiness";
import { type AlertsFound, confirmAlerts, judgeAlerts } from "./judge-alerts";
import type { Sender } from "./send-notice";
import { sendStoredNotices } from "./send-stored-notices";
import { storeAlerts } from "./store-alerts";
import { openMemory } from "./tell-from-memory";

interface AlertOptions extends Sender {
  readonly db: Db;
  /** The look of `/ready`, which its callers share. */
  readonly readiness: () => Promise<Readiness>;
}

/** With two looks to confirm, an alert is told of half a minute after its check has found it. */
const LOOK_MS = 15_000;
/** A database that hangs is one that stores nothing. */
const STORE_MS = 5_000;
/** What is being sent when the process stops is sent again by another. */
const STOP_MS = 1_000;

/** While one of these is found nothing is stored. */
const storeless = ["database_down", "database_refuses_writes"] as const;

/** What a process does about alerts. */
interface AlertSteps {
  /** Looks, stores what it found, and sends what is to be told. */
  step(): Promise<void>;
  /**
   * Stores what was told from memory, if the database takes it by now: another process then tells its end. Of what
   * cannot be stored no end is told once the process has stopped.
   */
  leave(): Promise<void>;
}

/** Makes the steps of a process. */
export function alertSteps(options: AlertOptions): AlertSteps {
  const { db, readiness, config, log } = options;
  const confirm = confirmAlerts();
  const memory = openMemory(options);
  const hasWebhook = config.ALERT_WEBHOOK_URL !== undefined;
  let known: ReadonlySet<AlertKind> = new Set();
  const store = async (found: AlertsFound) => {
    const step = { ...found, told: memory.told(), hasWebhook };
    try {
      known = new Set(await withTimeout(STORE_MS, storeAlerts(db, step)));
      memory.empty();
      if (hasWebhook) await sendStoredNotices(db, options);
      return true;
    } catch (error) {
      log.debug({ err: error }, "no alert could be stored");
      return false;
    }
  };
  return {
    async step() {
      const seen = judgeAlerts(await readiness());
      const found = confirm(seen);
      // A statement that waits for the database could be carried out after this was told from memory.
      const isStored = !storeless.some((kind) => seen.open.has(kind)) && (await store(found));
      if (!isStored) await memory.tell(found.open, known);
    },
    async leave() {
      const told = memory.told();
      if (told.length === 0) return;
      await storeAlerts(db, { open: new Map(), over: [], told, hasWebhook }).catch((error) =>
        log.debug({ err: error }, "what was told of could not be stored"),
      );
    },
  };
}

/** Tells operators of what the checks of `/ready` find, from a timer of the process, until it is stopped. */
export function keepAlerts(options: AlertOptions): { stop(): Promise<void> } {
  const { step, leave } = alertSteps(options);
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= step()
      .catch((error) => options.log.error({ err: error }, "alerts were not looked at"))
      .finally(() => {
        running = null;
      });
  }, LOOK_MS);
  return {
    stop: async () => {
      clearInterval(timer);
      await withTimeout(STOP_MS, Promise.resolve(running).then(leave)).catch((error) => {
        if (!(error instanceof NoAnswer)) throw error;
      });
    },
  };
}

import { Inngest } from "inngest";
import { deliverRequest } from "./deliver-request";
import { jobWiring } from "./job-wiring";

type LogArguments = [fields: unknown, message?: unknown];

/** The SDK logs fields and a message, or a message alone. */
function forward(level: "debug" | "info" | "warn" | "error") {
  return (...[fields, message]: LogArguments) => {
    const { log = console } = jobWiring;
    // Whoever answers the call counts it and says so in one line.
    if (message === "Signature validation failed") return;
    if (typeof fields === "object" && fields !== null) log[level]({ ...fields }, String(message));
    else log[level]({}, String(fields));
  };
}

/**
 * The client that job functions are made with and events are sent through. It reads
 * INNGEST_SIGNING_KEY, INNGEST_EVENT_KEY and INNGEST_BASE_URL from the environment.
 * Always in cloud mode: in development mode the SDK would not check signatures. Without checkpointing,
 * so that Inngest and the embedded engine run functions by the same exchange of calls and answers.
 */
export const inngest = new Inngest({
  id: "stipend",
  isDev: false,
  checkpointing: false,
  aiMetadata: false,
  sessionPropagation: false,
  fetch: deliverRequest,
  logger: {
    debug: forward("debug"),
    info: forward("info"),
    warn: forward("warn"),
    error: forward("error"),
  },
});

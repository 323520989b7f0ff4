import { Inngest } from "inngest";
import { isDatabaseTrouble } from "@/lib/core/operations/database-trouble";
import { type JobEvent, jobWiring } from "./job-wiring";

type LogArguments = [fields: unknown, message?: unknown];

/** The SDK logs fields and a message, or a message alone. */
function forward(level: "debug" | "info" | "warn" | "error") {
  return (...[fields, message]: LogArguments) => {
    const { log = console } = jobWiring;
    // The endpoint that answers the call counts it and logs one line.
    if (message === "Signature validation failed") return;
    if (typeof fields === "object" && fields !== null) log[level]({ ...fields }, String(message));
    else log[level]({}, String(fields));
  };
}

/** A server that accepts a connection and does not answer must not hold up the publisher of the outbox. */
const ANSWER_MS = 10_000;

/**
 * The `fetch` of the Inngest client. With an embedded engine in the process, events posted to
 * `/e/<key>` go to it without a socket; otherwise requests go out to INNGEST_BASE_URL. Notes whether
 * the engine takes events.
 * @throws Error when there is neither: events must not end up at Inngest's public address
 */
export const deliverRequest: typeof fetch = async (input, init) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const areEvents = pathname.startsWith("/e/");
  try {
    const answer = await deliver(pathname, input, init);
    if (areEvents) jobWiring.refusal = answer.ok ? undefined : `it answers with ${answer.status}`;
    return answer;
  } catch (error) {
    if (areEvents) jobWiring.refusal = describe(error);
    throw error;
  }
};

async function deliver(
  pathname: string,
  input: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
): Promise<Response> {
  const { send } = jobWiring;
  if (!send) {
    if (process.env.INNGEST_BASE_URL) return fetch(input, { ...init, signal: limit(init?.signal) });
    throw new Error("No job engine: none runs in this process and INNGEST_BASE_URL is not set");
  }
  if (!pathname.startsWith("/e/") || typeof init?.body !== "string") {
    throw new Error(`The embedded job engine does not offer ${pathname}`);
  }
  const { ids } = await send([JSON.parse(init.body)].flat());
  return Response.json({ ids, status: 200 });
}

function limit(signal: AbortSignal | null | undefined): AbortSignal {
  const timeout = AbortSignal.timeout(ANSWER_MS);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

/** Shown to operators: without the URL, whose path is the event key. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return "it fails";
  if (jobWiring.send) return isDatabaseTrouble(error) ? "the database fails" : error.message;
  if (error.name === "TimeoutError") return `no answer within ${ANSWER_MS / 1_000} s`;
  const { cause } = error;
  if (cause instanceof Error && "code" in cause) return `no connection: ${cause.code}`;
  return "no connection";
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

/**
 * Sends events to the job engine; one whose id it has seen has no effect on functions it has reached.
 * Retries for a moment.
 * @throws Error when the engine does not take them
 */
export async function sendEvents(events: JobEvent[]): Promise<void> {
  if (events.length === 0) return;
  // The keys may have been set after the client was made, as the build loads it without any.
  await inngest.setEnvVars().send(events);
}

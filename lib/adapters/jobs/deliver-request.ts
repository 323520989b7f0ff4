import { isDatabaseTrouble } from "@/lib/core/database-trouble";
import { jobWiring } from "./job-wiring";

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

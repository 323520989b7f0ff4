import { command, refuseWords } from "@/cli/src/command";
import { type Connection, connect, connectFlags, connectUsage } from "@/cli/src/connect";
import { whyOf } from "@/cli/src/why-of";
import { isApiError } from "@/sdk/src/errors";
import type { StreamState } from "@/sdk/src/stream-events";

const usage = `stipend doctor [options]

Checks what Stipend needs to be used from here: address, key, clock, the parts of the server, the event stream
and the webhook endpoints. Says what to do about each that is not well, and ends with 1 when one is broken.

${connectUsage}`;

const marks = { ok: "ok  ", warning: "!   ", broken: "FAIL" } as const;

/** What a check found. */
interface Finding {
  readonly state: "ok" | "warning" | "broken";
  readonly says: string;
  /** What to do about it. */
  readonly advice?: string;
}

type Check = (connection: Connection) => Promise<readonly Finding[]>;

/** Whether the event stream begins at once: what stands in between may hold it back. */
async function checkStream({ stipend }: Connection): Promise<Finding[]> {
  const leaving = new AbortController();
  const startedAt = performance.now();
  let openedMs: number | undefined;
  let failure: unknown;
  const timer = setTimeout(() => leaving.abort(), TIMEOUT_MS);
  const onState = (change: StreamState) => {
    if (change.state === "open") openedMs = Math.round(performance.now() - startedAt);
    else failure = change.error ?? new Error("it ends before it begins");
    leaving.abort();
  };
  try {
    for await (const _ of stipend.events.stream({ signal: leaving.signal, onState })) break;
  } catch (error) {
    failure = error;
  } finally {
    clearTimeout(timer);
    leaving.abort();
  }
  if (openedMs !== undefined) return [{ state: "ok", says: `it begins after ${openedMs} ms` }];
  if (failure !== undefined) return [{ state: "broken", says: whyOf(failure) }];
  const advice = "Let the proxy in front pass text/event-stream on unbuffered";
  return [{ state: "broken", says: `it does not begin within ${TIMEOUT_MS / 1_000} s`, advice }];
}

/** In their order. */
const checks: Readonly<Record<string, Check>> = {
  server: checkServer,
  clock: checkClock,
  parts: checkParts,
  key: checkKey,
  stream: checkStream,
  endpoints: checkEndpoints,
};

const TIMEOUT_MS = 10_000;
/** Webhooks whose timestamp is further away are refused. */
const REFUSED_SECONDS = 300;
const NOTED_SECONDS = 10;

const read = ({ baseUrl }: Connection, path: string) =>
  fetch(new URL(path, baseUrl), {
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: "error",
    cache: "no-store",
  });

async function checkServer(connection: Connection): Promise<Finding[]> {
  const { origin } = connection.baseUrl;
  try {
    const response = await read(connection, "/health");
    const { version } = (await response.json()) as { version?: string };
    if (response.ok && version) return [{ state: "ok", says: `Stipend ${version} answers` }];
    throw new Error(`HTTP ${response.status}`);
  } catch (error) {
    const advice = "Is the address right, and the server running? The demo: npm run demo";
    return [{ state: "broken", says: `${origin} does not answer (${whyOf(error)})`, advice }];
  }
}

async function checkClock(connection: Connection): Promise<Finding[]> {
  const askedAt = Date.now();
  const response = await read(connection, "/health");
  const told = Date.parse(response.headers.get("date") ?? "");
  if (Number.isNaN(told)) return [{ state: "warning", says: "The server does not tell its time" }];
  // The header has whole seconds.
  const skew = Math.round(((askedAt + Date.now()) / 2 - (told + 500)) / 1_000);
  const says = `this machine's clock is ${Math.abs(skew)} s ${skew < 0 ? "behind" : "ahead of"} the server's`;
  if (Math.abs(skew) <= NOTED_SECONDS) return [{ state: "ok", says }];
  const advice = `Set it by NTP: webhooks that seem ${REFUSED_SECONDS} s old are refused`;
  return [{ state: Math.abs(skew) < REFUSED_SECONDS ? "warning" : "broken", says, advice }];
}

/** The parts that `/ready` names. */
async function checkParts(connection: Connection): Promise<Finding[]> {
  const response = await read(connection, "/ready");
  const { status, checks: parts = {} } = (await response.json()) as {
    status?: string;
    checks?: Record<string, { status: string; detail: string | null }>;
  };
  const troubles = Object.entries(parts).filter(([, part]) => part.status !== "ok");
  if (troubles.length === 0) {
    const isReady = status === "ok";
    return [{ state: isReady ? "ok" : "broken", says: isReady ? "all are well" : `${status}` }];
  }
  return troubles.map(([name, part]) => ({
    state: status === "fail" ? "broken" : "warning",
    says: `${name}: ${part.detail ?? part.status}`,
    advice: "docs/operations/symptoms.md says what to do about each line of /ready",
  }));
}

async function checkKey({ stipend, key }: Connection): Promise<Finding[]> {
  const mode = key.startsWith("sk_live_") ? "live" : "test";
  try {
    await stipend.events.list({ limit: 1 });
    return [{ state: "ok", says: `it is valid, in ${mode} mode` }];
  } catch (error) {
    if (!isApiError(error)) return [{ state: "broken", says: whyOf(error) }];
    const { requiredScope } = error.details;
    const advice = requiredScope
      ? `Make a key with the scope ${requiredScope}`
      : "Take a key that is in use, of this server";
    return [{ state: "broken", says: error.message, advice }];
  }
}

async function checkEndpoints({ stipend }: Connection): Promise<Finding[]> {
  try {
    const { data } = await stipend.webhookEndpoints.list({ limit: 100 });
    if (data.length === 0) {
      return [{ state: "ok", says: "none are registered; stipend listen needs none" }];
    }
    return data.map(({ id, url, status, disabledReason }) =>
      status === "enabled"
        ? { state: "ok", says: `${id} ${url}` }
        : {
            state: "warning",
            says: `${id} ${url} is disabled (${disabledReason})`,
            advice: `Mend the receiver, then POST /v1/webhook-endpoints/${id}/enable`,
          },
    );
  } catch (error) {
    return [{ state: "broken", says: whyOf(error) }];
  }
}

/** Checks the way to a server. */
export const doctor = command({
  usage,
  flags: connectFlags,
  run: async (given, words) => {
    refuseWords(words);
    const connection = connect(given);
    console.log(`${connection.baseUrl.origin}, with a key ${connection.key.slice(0, 8)}…`);
    for (const [name, check] of Object.entries(checks)) {
      const findings = await check(connection);
      for (const finding of findings) print(name, finding);
      // Without the server there is nothing more to find.
      if (name === "server" && findings.some(({ state }) => state === "broken")) return;
    }
  },
});

function print(name: string, { state, says, advice }: Finding): void {
  if (state === "broken") process.exitCode = 1;
  console.log(`${marks[state]}  ${name.padEnd(10)} ${says}`);
  if (advice) console.log(`${" ".repeat(17)}→ ${advice}`);
}

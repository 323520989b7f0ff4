import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Sql, transaction } from "@/db/client";
import { newId } from "@/lib/core/ids";
import { recordEvent } from "@/lib/domain/events/record-event";
import { buildCli } from "@/scripts/cli/build-cli";
import { runWithOptions, UsageError } from "@/scripts/run-with-options";
import { verifyWebhook } from "@/sdk/src/webhooks";
import { startCli } from "@/testing/cli-process";
import { type Received, startReceiver } from "@/testing/webhook-receiver";
import { openDrillStage, type ServerRun } from "./drill-stage";

const usage = `npm run drill:listen [-- --events 10000] [--restarts 20] [--suspended 600]

Runs stipend listen while events are written, the server is ended and killed again and again, and the listener
is suspended for some seconds, as a machine that sleeps. Ends with 1 when an event was not forwarded.`;

const text = { type: "string" } as const;
const IDLE_MS = 90_000;
const WRITERS = 4;

/** A merchant, a server that is started again and again, and the built command line. */
interface ListenStage {
  readonly db: Sql;
  readonly merchantId: string;
  readonly key: string;
  readonly baseUrl: string;
  readonly cli: string;
  /** The command line's state. */
  readonly stateDir: string;
  startServer(): Promise<ServerRun>;
  close(): Promise<void>;
}

/** Builds server and command line, and prepares database, chain and merchant as the demo does. */
async function openListenStage(): Promise<ListenStage> {
  const stage = await openDrillStage();
  const cli = join(stage.folder, "stipend.js");
  await buildCli(cli);
  const { db, baseUrl, secrets, settings } = stage;
  return {
    db,
    merchantId: secrets.demo.DEMO_MERCHANT_ID,
    key: secrets.demo.DEMO_SECRET_KEY_TEST,
    baseUrl,
    cli,
    stateDir: join(stage.folder, "state"),
    startServer: () => stage.startServer(settings),
    close: stage.close,
  };
}

await runWithOptions(usage, { events: text, restarts: text, suspended: text }, async (given) => {
  const events = numberOf("events", given.events ?? "10000");
  const restarts = numberOf("restarts", given.restarts ?? "20");
  const suspendedMs = numberOf("suspended", given.suspended ?? "600") * 1_000;
  const stage = await openListenStage();
  tell("database, chain and programs are ready");
  try {
    await drill(stage, { events, restarts, suspendedMs });
  } finally {
    await stage.close();
  }
});

function tell(what: string): void {
  console.log(`${new Date().toISOString().slice(11, 19)}  ${what}`);
}

function numberOf(name: string, given: string): number {
  if (/^[1-9]\d{0,5}$/.test(given)) return Number(given);
  throw new UsageError(`--${name} is a whole number from 1`);
}

interface Plan {
  readonly events: number;
  readonly restarts: number;
  readonly suspendedMs: number;
}

async function drill(stage: ListenStage, { events, restarts, suspendedMs }: Plan): Promise<void> {
  const receiver = await startReceiver();
  let server = await stage.startServer();
  const args = ["listen", "--forward-to", receiver.url, "--url", stage.baseUrl];
  const env = { STIPEND_API_KEY: stage.key, STIPEND_STATE_DIR: stage.stateDir };
  const listener = startCli(stage.cli, args, env);
  while (!listener.output().includes("connected, behind")) await sleep(50);
  tell("the listener is connected");
  const secret = /whsec_\S+/.exec(listener.output())?.[0] ?? "";

  const spanMs = Math.max(20_000, restarts * 4_000) + suspendedMs;
  const writing = writeEvents(stage, events, spanMs);
  for (let restart = 1; restart <= restarts; restart += 1) {
    if (restart === Math.ceil(restarts / 2)) {
      tell(`the listener is suspended for ${suspendedMs / 1_000} s`);
      listener.send("SIGSTOP");
      await sleep(suspendedMs);
      listener.send("SIGCONT");
    }
    await server.end(restart % 2 === 0 ? "SIGTERM" : "SIGKILL");
    server = await stage.startServer();
    tell(`restart ${restart}, ${receiver.received.length} forwarded`);
    await sleep(1_500);
  }
  await writing;
  tell(`all ${events} events are written`);
  const missing = () => missingOf(receiver.received, events);
  await untilIdle(() => missing().length);
  tell(`missing: ${missing().length}`);
  if (missing().length > 0) console.log(listener.output().slice(-4_000));
  listener.send("SIGTERM");
  const given = await Promise.race([listener.ended, sleep(10_000, "hangs")]);
  if (given === "hangs") {
    console.log(listener.output().slice(-3_000));
    throw new Error("The listener does not end");
  }
  tell("the listener has ended");
  await server.end("SIGTERM");
  await receiver.close();
  await report(receiver.received, missing(), { secret, output: listener.output() });
}

/** Resolves when nothing is left, or nothing of it has gone for a while. */
async function untilIdle(left: () => number): Promise<void> {
  let least = left();
  for (let giveUpAt = performance.now() + IDLE_MS; least > 0; ) {
    if (performance.now() > giveUpAt) return;
    await sleep(500);
    const now = left();
    if (now < least) giveUpAt = performance.now() + IDLE_MS;
    least = now;
  }
}

/** Writes events by several writers, spread over a span. */
async function writeEvents(
  { db, merchantId }: ListenStage,
  count: number,
  spanMs: number,
): Promise<void> {
  const startedAt = performance.now();
  let written = 0;
  const write = async () => {
    for (;;) {
      const number = written;
      if (number >= count) return;
      written += 1;
      await sleep(Math.max(0, startedAt + (spanMs * number) / count - performance.now()));
      const resource = { type: "payment_session", id: newId("paymentSession") };
      await transaction(db, (tx) =>
        recordEvent(tx, {
          merchantId,
          mode: "test",
          type: "payment.created",
          resource,
          object: { number },
        }),
      );
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
}

function positionOf({ body }: Received): number {
  return Number(/"position":(\d+),/.exec(body)?.[1]);
}

function missingOf(received: readonly Received[], events: number): number[] {
  const seen = new Set(received.map(positionOf));
  return Array.from({ length: events }, (_, index) => index + 1).filter(
    (position) => !seen.has(position),
  );
}

async function report(
  received: readonly Received[],
  missing: readonly number[],
  { secret, output }: { secret: string; output: string },
): Promise<void> {
  const positions = received.map(positionOf);
  const first = [...new Set(positions)];
  const isInOrder = first.every((position, index) => position === index + 1);
  for (const { body, headers } of received) {
    await verifyWebhook({ payload: body, headers, secret, toleranceSeconds: 86_400 });
  }
  const connections = output.match(/connected, behind/g)?.length ?? 0;
  console.log(`forwarded            ${first.length} events, ${received.length} deliveries`);
  console.log(`in order, first ones ${isInOrder ? "yes" : "no"}`);
  console.log(`verified             all ${received.length}`);
  console.log(`connections          ${connections}`);
  console.log(
    `missing              ${missing.length === 0 ? "none" : missing.slice(0, 20).join(", ")}`,
  );
  if (missing.length > 0 || !isInOrder) process.exitCode = 1;
}

import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { Sql } from "@/db/client";
import { readEnv } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import { createBroadcast } from "@/lib/domain/admin/broadcasts/create-broadcast";
import { modules } from "@/lib/domain/operations/modules";
import { runWithOptions } from "@/scripts/run/run-with-options";
import { addAdminContext } from "@/testing/admins";
import { startSmtp, type TestSmtp } from "@/testing/smtp-server";
import { type DrillStage, openDrillStage, type ServerRun, type Settings } from "./drill-stage";

const usage = `npm run drill:broadcast

Writes to 5,000 merchants, and kills the server twice meanwhile: once while notifications are handed out, once while emails are
sent. Ends with 1 unless each merchant has one notification and one email, and the server's memory stays flat.`;

const MERCHANTS = 5_000;
const GIVE_UP_MS = 900_000;
const SAMPLE_MS = 250;
/** Mails that a killed sender had in hand may come a second time, under the same Message-ID: eight at once. */
const MOST_TWICE = 8;
/** How much more memory the server may have at the end than when three tenths had been sent. */
const MOST_GROWTH_MB = 64;

const tell = (what: string) => console.log(`${new Date().toISOString().slice(11, 19)}  ${what}`);

await runWithOptions(usage, {}, async () => {
  const stage = await openDrillStage();
  const smtp = await startSmtp();
  try {
    await drill(stage, smtp);
  } finally {
    await smtp.close();
    await stage.close();
  }
});

async function drill(stage: DrillStage, smtp: TestSmtp): Promise<void> {
  const { db } = stage;
  const settings = {
    ...stage.settings,
    SMTP_URL: smtp.url,
    EMAIL_FROM: "Stipend <drill@example.com>",
  };
  await db`update merchants set status = 'closed'`;
  await db`
    insert into merchants (id, business_name, email)
    select 'mer_' || left(md5(g::text), 24), 'Shop ' || g, 'shop' || g || '@example.com'
    from generate_series(1, ${MERCHANTS}::int) g`;
  const id = await broadcast(db, settings);
  tell(`a broadcast to ${MERCHANTS} merchants waits`);
  const handedOut = async () =>
    (
      await db<{ count: number }[]>`
      select count(*)::int from broadcast_deliveries where broadcast_id = ${id}`
    )[0]?.count ?? 0;
  await killAfter(stage, settings, "handing out", async () => (await handedOut()) > 0);
  await killAfter(stage, settings, "sending", async () => smtp.received.length > MERCHANTS / 10);
  tell(`${await handedOut()} notifications were handed out by then`);
  const server = await stage.startServer(settings);
  const memory = await untilSent(db, server);
  await server.end("SIGTERM");
  await judge(db, { id, smtp, memory });
}

/** The message as the admin console writes it, before any server runs. */
async function broadcast(db: Sql, settings: Settings): Promise<string> {
  const system = {
    db,
    modules,
    chains: { all: [], deployments: [] },
    config: readEnv(settings),
    log: createLogger("silent"),
    requestId: newId("request"),
    actor: { kind: "system" },
  } as const;
  const admin = await addAdminContext({ db, system });
  const text = { title: "Maintenance", body: "On Sunday, for an hour." };
  return (await createBroadcast(admin, { ...text, audience: "all" })).id;
}

async function killAfter(
  stage: DrillStage,
  settings: Settings,
  during: string,
  isTime: () => Promise<boolean>,
): Promise<void> {
  const server = await stage.startServer(settings);
  await until(isTime);
  await server.end("SIGKILL");
  tell(`the server is killed while ${during}`);
}

async function until(isTime: () => Promise<boolean>): Promise<void> {
  for (const giveUpAt = performance.now() + GIVE_UP_MS; !(await isTime()); await sleep(10)) {
    if (performance.now() > giveUpAt) throw new Error("it takes too long");
  }
}

/** @returns the server's resident memory, in MB, once three tenths of all mails are sent */
async function untilSent(db: Sql, { pid }: ServerRun): Promise<number[]> {
  const samples: number[] = [];
  await until(async () => {
    await sleep(SAMPLE_MS);
    const [row] = await db<{ sent: number; isOver: boolean }[]>`
      select count(*) filter (where m.state = 'sent')::int as sent,
        bool_and(b.sent_at is not null and coalesce(m.state = 'sent', true)) as is_over
      from broadcasts b left join mails m on m.kind = 'broadcast'`;
    if ((row?.sent ?? 0) > MERCHANTS * 0.3) samples.push(residentMb(pid));
    return row?.isOver === true;
  });
  return samples;
}

function residentMb(pid: number): number {
  const [, kb] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kb) / 1_024;
}

async function judge(
  db: Sql,
  { id, smtp, memory }: { id: string; smtp: TestSmtp; memory: readonly number[] },
): Promise<void> {
  const [row] = await db<{ recipients: number; delivered: number; queued: number }[]>`
    select b.recipients, (select count(*)::int from broadcast_deliveries where broadcast_id = b.id)
      as delivered, (select count(distinct merchant_id)::int from mails where kind = 'broadcast')
      as queued
    from broadcasts b where id = ${id}`;
  const messages = smtp.received.map(
    ({ to, raw }) => `${to} ${/^Message-ID: (.*)$/im.exec(raw)?.[1]}`,
  );
  const [recipients, distinct] = [new Set(smtp.received.map(({ to }) => to)), new Set(messages)];
  const twice = messages.length - distinct.size;
  const [first = 0, last = 0] = [memory[0], memory.at(-1)];
  tell(
    `${row?.delivered} notifications, ${row?.queued} emails queued, ${recipients.size} recipients`,
  );
  tell(`${twice} emails came twice, under the same Message-ID`);
  tell(
    `memory: ${first.toFixed(0)} MB after three tenths, at most ${Math.max(...memory).toFixed(0)} MB, ${last.toFixed(0)} MB at the end`,
  );
  const isRight =
    [row?.recipients, row?.delivered, row?.queued, recipients.size, distinct.size].every(
      (count) => count === MERCHANTS,
    ) &&
    twice <= MOST_TWICE &&
    last - first <= MOST_GROWTH_MB;
  if (!isRight) process.exitCode = 1;
  tell(isRight ? "each merchant has one notification and one email" : "FAILED");
}

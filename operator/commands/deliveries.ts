import { z } from "zod";
import { impossible } from "@/lib/core/errors";
import { findMail, type ListedMail, listUnsentMails } from "@/lib/domain/mails/list-mails";
import { allowAddress, listRefusedAddresses } from "@/lib/domain/mails/mail-addresses";
import { cancelMail, resendMail } from "@/lib/domain/mails/repair-mail";
import { readUnnumbered } from "@/lib/domain/operations/stored-state";
import { numberEvents } from "@/lib/domain/platform/events/number-events";
import {
  findBehindCounters,
  raiseEventCounters,
} from "@/lib/domain/platform/events/raise-event-counters";
import {
  listRunningReplays,
  type RunningReplay,
} from "@/lib/domain/webhooks/replays/list-running-replays";
import { stopReplay } from "@/lib/domain/webhooks/replays/stop-replay";
import { contextOf, type Desk, defineCommand } from "@/operator/command";
import { ago, counted, table } from "@/operator/wording";

const mailWord = z.object({ mail: z.string().startsWith("eml_") });

export const mails = defineCommand({
  name: "mails",
  summary: "mails that wait, and those that were not sent",
  help: `Lists the mails that wait to be sent, and below them those that were refused, have failed, were withheld
or cancelled, with what the mail server said. refused: the server will never take it (5xx for this recipient or
message). failed: tried for two days. withheld: no SMTP_URL is set (no_smtp_url), a test payment on a public chain
(test_mode), an address that was refused before (address_refused, see allow-address), or its owner turned such mails
off (unsubscribed).`,
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  async run(desk) {
    const found = await listUnsentMails(desk.db);
    const lines =
      found.length === 0 ? ["No emails are waiting, and none were left unsent."] : rows(found);
    return { lines, data: { mails: found } };
  },
});

export const resendMailCommand = defineCommand({
  name: "resend-mail",
  summary: "resend an email that was not sent",
  help: `Queues an email again that was refused, failed, was cancelled, or was withheld because SMTP_URL is not set. Its attempts start over. The email keeps its Message-ID, so that a mail program shows it once if the server already had it. Use this once the cause is repaired.`,
  words: ["MAIL"],
  options: {},
  changes: true,
  input: mailWord,
  async run(desk, { mail: id }) {
    const mail = await one(desk, id);
    const isOnItsWay = mail.state === "queued" || mail.state === "sending";
    if (isOnItsWay || mail.state === "sent" || mail.failure === "test_mode") {
      return { lines: rows([mail]), data: { mail }, refused: !isOnItsWay };
    }
    const apply = async () => {
      await resendMail(await contextOf(desk), id);
      return { lines: [`${id} is queued.`], data: { mail: { id, state: "queued" } } };
    };
    return { lines: [...rows([mail]), "The email would be sent again."], data: { mail }, apply };
  },
});

export const cancelMailCommand = defineCommand({
  name: "cancel-mail",
  summary: "cancel an email that waits to be sent",
  help: `Cancels a waiting email, so that it is not tried again. An email that is being sent cannot be cancelled: the mail server may already have it.`,
  words: ["MAIL"],
  options: {},
  changes: true,
  input: mailWord,
  async run(desk, { mail: id }) {
    const mail = await one(desk, id);
    if (mail.state !== "queued") {
      return { lines: rows([mail]), data: { mail }, refused: mail.state !== "cancelled" };
    }
    const apply = async () => {
      await cancelMail(await contextOf(desk), id);
      return { lines: [`${id} is cancelled.`], data: { mail: { id, state: "cancelled" } } };
    };
    return { lines: [...rows([mail]), "The email would not be sent."], data: { mail }, apply };
  },
});

export const allowAddressCommand = defineCommand({
  name: "allow-address",
  summary: "addresses that refuse mail; send to one of them again",
  help: `Lists the addresses that a mail server has refused for good (550, 551 or 553 for the recipient): they
get codes for signing in alone, for a year, or until one of those is taken. --address lets one get mail again.
Mails that were withheld as address_refused are sent by resend-mail.`,
  words: [],
  options: { address: { value: "ADDRESS", text: "the one that gets mail again" } },
  changes: true,
  input: z.object({ address: z.string().optional() }),
  async run(desk, { address }) {
    const found = await listRefusedAddresses(desk.db, address ?? null);
    const lines = found.map((row) => `${row.address}  ${row.failure}  ${ago(row.createdAt)}`);
    const data = { addresses: found };
    if (found.length === 0) return { lines: ["No address is refused."], data };
    if (address === undefined) return { lines, data };
    const apply = async () => {
      const done = await allowAddress(await contextOf(desk), address);
      return { lines: [done ? `${address} gets mail again.` : "It was not refused."], data };
    };
    return { lines: [...lines, "It would get mail again."], data, apply };
  },
});

async function one({ db }: Desk, id: string): Promise<ListedMail> {
  const mail = await findMail(db, id);
  if (!mail) throw impossible(`There is no email ${id}, or it was removed.`, "not_possible");
  return mail;
}

function rows(found: readonly ListedMail[]): string[] {
  return table(
    found.map(({ id, kind, mode, recipient, state, failure, response, attempts, createdAt }) => [
      id,
      kind,
      mode,
      `to ${recipient}`,
      failure === null ? state : `${state} (${failure})`,
      counted(attempts, "attempt"),
      ago(createdAt),
      response ?? "",
    ]),
  );
}

const help = `Shows whether events wait for their positions, and assigns them. Use this when /ready reports such events. Raises counters that are behind the assigned positions, as after a partial restore of a backup, then numbers the waiting events. Webhooks and event lists then continue. Prints how many events waited, and the counters that are behind.`;

export const numberEventsCommand = defineCommand({
  name: "number-events",
  summary: "assign positions to events; raise counters that are behind",
  help,
  words: [],
  options: {},
  changes: true,
  input: z.object({}),
  async run(desk) {
    const { db } = desk;
    const [waiting, behind] = await Promise.all([readUnnumbered(db), findBehindCounters(db)]);
    const lines = [
      `Events without a position: ${waiting.count}.`,
      ...behind.map(
        ({ merchantId, mode, lastPosition, highest }) =>
          `The counter of ${merchantId} (${mode}) is ${lastPosition}, and ${highest} was given.`,
      ),
    ];
    const data = { waiting: waiting.count, behind };
    if (waiting.count === 0 && behind.length === 0) return { lines, data };
    return {
      lines,
      data,
      apply: async () => {
        const raised = await raiseEventCounters(desk);
        const numbered = await numberEvents({ db });
        return {
          lines: [`Counters raised: ${raised}. Events numbered: ${numbered}.`],
          data: { raised, numbered },
        };
      },
    };
  },
});

export const replays = defineCommand({
  name: "replays",
  summary: "list running webhook replays",
  help: `Lists the running replays, those without progress for longest first: how many of their events were sent and refused, and how many wait at the endpoint.`,
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  async run(desk) {
    const found = await listRunningReplays(desk.db);
    const lines = found.length === 0 ? ["No replays are running."] : replayRows(found);
    return { lines, data: { replays: found } };
  },
});

export const cancelReplayCommand = defineCommand({
  name: "cancel-replay",
  summary: "stop a webhook replay",
  help: `Stops a running replay: events that are not on their way yet are not sent. The merchant can start another replay after the last sent event.`,
  words: ["REPLAY"],
  options: {},
  changes: true,
  input: z.object({ replay: z.string().startsWith("whr_") }),
  async run(desk, { replay: id }) {
    const [replay] = await listRunningReplays(desk.db, id);
    if (!replay) throw impossible(`Replay ${id} is not running.`, "not_possible");
    const apply = async () => {
      await stopReplay(await contextOf(desk), id);
      return { lines: [`${id} is cancelled.`], data: { replay: { id, status: "cancelled" } } };
    };
    return {
      lines: [...replayRows([replay]), "The replay would be stopped."],
      data: { replay },
      apply,
    };
  },
});

function replayRows(found: readonly RunningReplay[]): string[] {
  return table(
    found.map(({ id, mode, endpointId, total, succeeded, failed, open, progressedAt }) => [
      id,
      mode,
      `to ${endpointId}`,
      `${succeeded} sent`,
      `${failed} refused`,
      `${open} wait`,
      `of ${total}`,
      `progressed ${ago(progressedAt)}`,
    ]),
  );
}

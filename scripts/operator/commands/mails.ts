import { z } from "zod";
import { impossible } from "@/lib/core/errors";
import { cancelMail } from "@/lib/domain/mails/cancel-mail";
import { findMail, type ListedMail, listUnsentMails } from "@/lib/domain/mails/list-mails";
import { resendMail } from "@/lib/domain/mails/resend-mail";
import { contextOf, type Desk, defineCommand } from "@/scripts/operator/command";
import { table } from "@/scripts/operator/table";
import { ago, counted } from "@/scripts/operator/wording";

const mailWord = z.object({ mail: z.string().startsWith("eml_") });

export const mails = defineCommand({
  name: "mails",
  summary: "mails that wait, and those that were not sent",
  help: `Lists the mails that wait to be sent, and below them those that were refused, have failed, were withheld
or cancelled, with what the mail server said. refused: the server will never take it (5xx for this recipient or
message). failed: tried for two days. withheld: no SMTP_URL is set (no_smtp_url), or a test payment on a public
chain (test_mode).`,
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  async run(desk) {
    const found = await listUnsentMails(desk.db);
    const lines = found.length === 0 ? ["No mail waits, and none was left unsent."] : rows(found);
    return { lines, data: { mails: found } };
  },
});

export const resendMailCommand = defineCommand({
  name: "resend-mail",
  summary: "send a mail again that was not sent",
  help: `Queues a mail again that was refused, has failed, was cancelled, or was withheld for want of SMTP_URL, with all
its attempts before it. It keeps its Message-ID, so that a reader's mail program shows one mail where the
server had it after all. Use it once what stood in the way is repaired.`,
  words: ["MAIL"],
  options: {},
  changes: true,
  input: mailWord,
  async run(desk, { mail: id }) {
    const mail = await one(desk, id);
    const canBe = !["queued", "sending", "sent"].includes(mail.state);
    if (!canBe || mail.failure === "test_mode") return { lines: rows([mail]), data: { mail } };
    const apply = async () => {
      await resendMail(await contextOf(desk), id);
      return { lines: [`${id} is queued.`], data: { mail: { id, state: "queued" } } };
    };
    return { lines: [...rows([mail]), "It would be sent again."], data: { mail }, apply };
  },
});

export const cancelMailCommand = defineCommand({
  name: "cancel-mail",
  summary: "take back a mail that waits to be sent",
  help: `Takes back a mail that waits, so that it is not tried again. One that is being sent cannot be taken back: the
mail server may have it.`,
  words: ["MAIL"],
  options: {},
  changes: true,
  input: mailWord,
  async run(desk, { mail: id }) {
    const mail = await one(desk, id);
    if (mail.state !== "queued") return { lines: rows([mail]), data: { mail } };
    const apply = async () => {
      await cancelMail(await contextOf(desk), id);
      return { lines: [`${id} is cancelled.`], data: { mail: { id, state: "cancelled" } } };
    };
    return { lines: [...rows([mail]), "It would not be sent."], data: { mail }, apply };
  },
});

async function one({ db }: Desk, id: string): Promise<ListedMail> {
  const mail = await findMail(db, id);
  if (!mail) throw impossible(`There is no mail ${id}, or no more.`, "not_possible");
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

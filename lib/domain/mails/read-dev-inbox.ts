import type { MailContent } from "@/lib/adapters/email/mail-content";
import type { MailState } from "@/lib/core/states";
import type { Context } from "@/lib/domain/platform/context";
import type { StoredMail } from "./mail";
import { wordMail } from "./word-mail";

/** A mail as the inbox for development lists it. */
export interface InboxMail {
  readonly id: string;
  readonly recipient: string;
  readonly state: MailState;
  readonly failure: string | null;
  readonly createdAt: string;
  readonly subject: string;
  readonly preheader: string;
}

type Row = StoredMail & { state: MailState; failure: string | null };
type Reader = Pick<Context, "db" | "config" | "chains" | "modules">;

const SHOWN = 50;

/** The newest mails of all merchants, newest first. Only for a developer on the machine of a local chain. */
export async function listInbox(ctx: Reader): Promise<InboxMail[]> {
  const rows = await ctx.db<Row[]>`
    select id, merchant_id, mode, kind, recipient, facts, created_at, state, failure
    from mails order by created_at desc, id desc limit ${SHOWN}`;
  return rows.map((row) => {
    const { subject, preheader } = wordsOf(ctx, row);
    const { id, recipient, state, failure } = row;
    const createdAt = row.createdAt.toISOString();
    return { id, recipient, state, failure, createdAt, subject, preheader };
  });
}

/** One that cannot be worded says why, and hides no other. */
function wordsOf(ctx: Reader, row: StoredMail): Pick<InboxMail, "subject" | "preheader"> {
  try {
    return wordMail(ctx, row);
  } catch (error) {
    return {
      subject: row.kind,
      preheader: `Cannot be worded: ${error instanceof Error ? error.message : error}`,
    };
  }
}

/** One mail in words; null when there is none. */
export async function findInboxMail(ctx: Reader, id: string): Promise<MailContent | null> {
  const [row] = await ctx.db<StoredMail[]>`
    select id, merchant_id, mode, kind, recipient, facts, created_at from mails where id = ${id}`;
  return row ? wordMail(ctx, row) : null;
}

import MailComposer from "nodemailer/lib/mail-composer/index.js";
import type { Mailbox } from "@/lib/core/mailbox";

/** A mail as it is given to a mail server. */
export interface Message {
  readonly from: Mailbox;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Who is answered in place of the sender. */
  readonly replyTo?: string | undefined;
  /** With its angle brackets. */
  readonly messageId: string;
  readonly date: Date;
  /** Where a POST ends mails of this kind, without asking back (RFC 8058); null for those that are always sent. */
  readonly unsubscribeUrl: string | null;
}

/**
 * The bytes of a message (RFC 5322), with its text and its HTML as alternatives. What a subject or a name holds
 * stays in its header, line breaks and all.
 */
export async function composeMessage(message: Message): Promise<Buffer> {
  const { from, to, replyTo, subject, html, text, messageId, date, unsubscribeUrl } = message;
  const composer = new MailComposer({
    from: { name: from.name ?? "", address: from.address },
    to: { name: "", address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: "", address: replyTo } }),
    subject,
    html,
    text,
    messageId,
    date,
    headers: {
      // Answering machines leave it alone (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl === null
        ? {}
        : {
            "List-Unsubscribe": { prepared: true, value: `<${unsubscribeUrl}>` },
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
          }),
    },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

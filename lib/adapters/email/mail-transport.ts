import type { Env } from "@/lib/adapters/env/env";
import { type Mailbox, parseMailbox } from "@/lib/core/mails/mailbox";
import { type SmtpServer, smtpServerOf } from "./smtp";

/**
 * Where mails go: to a mail server; to the inbox for development, which shows what is stored and sends nothing;
 * or nowhere, which is said where they would have gone.
 */
export type MailTransport =
  | { readonly kind: "smtp"; readonly server: SmtpServer; readonly from: Mailbox }
  | { readonly kind: "inbox"; readonly from: Mailbox }
  | { readonly kind: "none" };

type Settings = Pick<Env, "SMTP_URL" | "EMAIL_FROM" | "TEST_CHAIN" | "LIVE_CHAIN">;

const developer: Mailbox = { name: "Stipend", address: "stipend@localhost" };

/** What the settings say of mail. */
export function mailTransportOf(settings: Settings): MailTransport {
  const { SMTP_URL, EMAIL_FROM } = settings;
  const from = EMAIL_FROM === undefined ? null : parseMailbox(EMAIL_FROM);
  if (SMTP_URL !== undefined && from) {
    return { kind: "smtp", server: smtpServerOf(SMTP_URL), from };
  }
  return hasDevInbox(settings) ? { kind: "inbox", from: developer } : { kind: "none" };
}

/** Whether anyone on this machine may read the mails: only where no money is real. */
export function hasDevInbox({ TEST_CHAIN, LIVE_CHAIN }: Settings): boolean {
  return [...TEST_CHAIN, ...LIVE_CHAIN].every((name) => name === "local");
}

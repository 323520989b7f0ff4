/** What a mail says, in the reader's language. All of it is text: nothing is taken for markup. */
export interface MailContent {
  /** BCP 47. */
  readonly lang: string;
  readonly subject: string;
  /** What an inbox shows beside the subject. */
  readonly preheader: string;
  /** Stands above the mail: whose it is, where it is our own. */
  readonly brand?: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  /** What is to be entered somewhere else: it stands out. */
  readonly code?: { readonly label: string; readonly value: string };
  readonly facts: readonly (readonly [label: string, value: string])[];
  /** `hint` introduces the same address in full. */
  readonly button: { readonly label: string; readonly url: string; readonly hint: string };
  /** Stands above everything else; null in live mode. */
  readonly notice: string | null;
  /** Why it was sent. */
  readonly footer: string;
  /** Who is answered in place of the sender. */
  readonly replyTo?: string;
  /** Where the reader can end mails of this kind; null where no preference governs them. */
  readonly unsubscribe: { readonly label: string; readonly url: string } | null;
}

/** A mail as plain text, for readers that show no HTML. It says the same. */
export function mailText(mail: MailContent): string {
  const { brand, notice, heading, paragraphs, code, facts, button, footer, unsubscribe } = mail;
  const blocks = [
    brand,
    notice === null ? null : `[${notice}]`,
    heading,
    ...paragraphs,
    code && `${code.label}: ${code.value}`,
    facts.map(([label, value]) => `${label}: ${value}`).join("\n"),
    `${button.label}:\n${button.url}`,
    `-- \n${footer}`,
    unsubscribe === null ? null : `${unsubscribe.label}:\n${unsubscribe.url}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

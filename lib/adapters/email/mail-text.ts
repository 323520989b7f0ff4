import type { MailContent } from "./mail-content";

/** A mail as plain text, for readers that show no HTML. It says the same. */
export function mailText(mail: MailContent): string {
  const { notice, heading, paragraphs, facts, button, footer, unsubscribe } = mail;
  const blocks = [
    notice === null ? null : `[${notice}]`,
    heading,
    ...paragraphs,
    facts.map(([label, value]) => `${label}: ${value}`).join("\n"),
    `${button.label}:\n${button.url}`,
    `-- \n${footer}`,
    unsubscribe === null ? null : `${unsubscribe.label}:\n${unsubscribe.url}`,
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

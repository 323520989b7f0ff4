import type { MailContent } from "./mail-content";

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

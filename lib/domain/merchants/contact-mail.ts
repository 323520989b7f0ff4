import type { ContactTopic } from "@/lib/core/kinds";
import { singleLine, withoutBidiControls } from "@/lib/core/text/plain-text";
import type { Mail, MailRow } from "@/lib/domain/mails/mail";

/** What a mail to the support inbox tells. */
type ContactFacts = {
  name: string;
  email: string;
  company: string | null;
  topic: ContactTopic;
  message: string;
};

const topics: Readonly<Record<ContactTopic, string>> = {
  sales: "Sales",
  support: "Support",
  partnership: "Partnership",
  security: "Security",
  other: "Other",
};

/** A message to support; a reply goes to its author. */
export const contactMail: Mail<ContactFacts> = {
  kind: "contact_message",
  subject: ({ topic, name }) => `${topics[topic]}: ${singleLine(name)}`,
  body({ name, email, company, topic, message }) {
    return {
      preheader: "Sent with the contact form.",
      heading: `${singleLine(name)} sent a message`,
      paragraphs: withoutBidiControls(message).split(/(?:\r?\n){2,}/),
      facts: [
        ["From", `${singleLine(name)} <${email}>`],
        ...(company === null ? [] : [["Company", singleLine(company)] as MailRow]),
        ["Topic", topics[topic]],
      ],
      button: {
        label: "Answer",
        to: `mailto:${encodeURIComponent(email).replace("%40", "@")}`,
        hint: "Reply to this address:",
      },
      footer: "You’re receiving this email because this address is the support inbox.",
      replyTo: email,
    };
  },
};

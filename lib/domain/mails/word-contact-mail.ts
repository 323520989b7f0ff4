import type { MailContent } from "@/lib/adapters/email/mail-content";
import { singleLine, withoutBidiControls } from "@/lib/core/plain-text";
import type { ContactFacts } from "./mail-facts";
import type { Wording } from "./wording";

/** What somebody wrote to support: an answer goes to them. */
export function wordContactMessage(facts: ContactFacts, { say, lang }: Wording): MailContent {
  const name = singleLine(facts.name);
  const topic = say(`contactTopic_${facts.topic}`);
  const company: [string, string][] =
    facts.company === null ? [] : [[say("contactCompany"), singleLine(facts.company)]];
  return {
    lang,
    subject: say("contactSubject", { topic, name }),
    preheader: say("contactPreheader"),
    heading: say("contactHeading", { name }),
    paragraphs: withoutBidiControls(facts.message).split(/(?:\r?\n){2,}/),
    facts: [
      [say("contactFrom"), `${name} <${facts.email}>`],
      ...company,
      [say("contactTopic"), topic],
    ],
    button: {
      label: say("contactButton"),
      url: `mailto:${encodeURIComponent(facts.email).replace("%40", "@")}`,
      hint: say("contactHint"),
    },
    notice: null,
    footer: say("contactFooter"),
    replyTo: facts.email,
    unsubscribe: null,
  };
}

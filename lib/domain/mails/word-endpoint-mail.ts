import type { MailContent } from "@/lib/adapters/email/mail-content";
import { singleLine } from "@/lib/core/plain-text";
import type { EndpointFacts } from "./mail-facts";
import { formatDate, type Wording } from "./wording";

/** That an endpoint has not taken anything for a while. */
export function wordEndpointFailing(facts: EndpointFacts, wording: Wording): MailContent {
  const { say, lang } = wording;
  const host = facts.destination;
  const since = facts.failingSince ? formatDate(facts.failingSince, lang) : "";
  return {
    ...frame(facts, wording),
    subject: say("failingSubject", { host }),
    preheader: say("failingPreheader", { since }),
    heading: say("failingHeading"),
    paragraphs: [say("failingText", { host, since })],
  };
}

/** That an endpoint gets nothing any more, and why. */
export function wordEndpointDisabled(facts: EndpointFacts, wording: Wording): MailContent {
  const { say } = wording;
  const host = facts.destination;
  const reason = facts.disabledReason === "gone_410" ? "disabledGone" : "disabledFailing";
  return {
    ...frame(facts, wording),
    subject: say("disabledSubject", { host }),
    preheader: say("disabledPreheader"),
    heading: say("disabledHeading"),
    paragraphs: [say(reason, { host })],
  };
}

function frame(facts: EndpointFacts, { say, lang, mode, appUrl }: Wording) {
  const merchant = singleLine(facts.businessName);
  const since: [string, string][] = facts.failingSince
    ? [[say("since"), formatDate(facts.failingSince, lang)]]
    : [];
  return {
    lang,
    facts: [
      [say("endpoint"), facts.endpointId],
      [say("host"), facts.destination],
      ...since,
      [say("failedEvents"), String(facts.failedEvents)],
    ] as [string, string][],
    button: { label: say("endpointButton"), url: `${appUrl}/docs`, hint: say("buttonHint") },
    notice: mode === "test" ? say("testMode") : null,
    footer: say("endpointFooter", { merchant }),
    unsubscribe: null,
  };
}

import type { MailContent } from "@/lib/adapters/email/mail-content";
import { singleLine } from "@/lib/core/plain-text";
import type { LeakedKeyFacts, NewKeyFacts } from "./mail-facts";
import { formatDate, type Wording } from "./wording";

/** That a live key was made. */
export function wordKeyCreated(facts: NewKeyFacts, wording: Wording): MailContent {
  const { say } = wording;
  return {
    ...frame(facts, wording),
    subject: say("keyCreatedSubject", { name: singleLine(facts.name) }),
    preheader: say("keyCreatedPreheader"),
    heading: say("keyCreatedHeading"),
    paragraphs: [
      say("keyCreatedText"),
      ...(facts.byKey ? [say("keyCreatedByKey")] : []),
      say("keyCreatedWarning"),
    ],
    facts: factsOf(facts, wording),
  };
}

/** That a key was found in public, and what was done. */
export function wordKeyLeaked(facts: LeakedKeyFacts, wording: Wording): MailContent {
  const { say } = wording;
  const { keys, endpoints, replays } = facts.ended;
  const blanks = { keys: `${keys}`, endpoints: `${endpoints}`, replays: `${replays}` };
  const place: [string, string][] =
    facts.url === "" ? [] : [[say("keyPlace"), singleLine(facts.url)]];
  return {
    ...frame(facts, wording),
    subject: say("keyLeakedSubject", { name: singleLine(facts.name) }),
    preheader: say("keyLeakedPreheader"),
    heading: say("keyLeakedHeading"),
    paragraphs: [
      say(facts.endedKey ? "keyLeakedEnded" : "keyLeakedBefore"),
      ...(keys + endpoints + replays > 0 ? [say("keyLeakedMade", blanks)] : []),
      say("keyLeakedText"),
    ],
    facts: [...factsOf(facts, wording), ...place],
  };
}

type Shared = Pick<NewKeyFacts, "businessName" | "name" | "prefix" | "last4" | "at">;

function factsOf({ name, prefix, last4, at }: Shared, { say, lang }: Wording): [string, string][] {
  return [
    [say("keyName"), `${singleLine(name)} (${prefix}…${last4})`],
    [say("keyAt"), formatDate(at, lang)],
  ];
}

function frame({ businessName }: Shared, { say, lang, mode, appUrl }: Wording) {
  const url = `${appUrl}/dashboard/developers/keys?mode=${mode}`;
  return {
    lang,
    button: { label: say("keyButton"), url, hint: say("buttonHint") },
    notice: mode === "test" ? say("testMode") : null,
    footer: say("keyFooter", { merchant: singleLine(businessName) }),
    unsubscribe: null,
  };
}

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
  const { say, lang } = wording;
  const ended = endedOf(facts, wording);
  const place: [string, string][] =
    facts.url === "" ? [] : [[say("keyPlace"), singleLine(facts.url)]];
  return {
    ...frame(facts, wording),
    subject: say("keyLeakedSubject", { name: singleLine(facts.name) }),
    preheader: say("keyLeakedPreheader"),
    heading: say("keyLeakedHeading"),
    paragraphs: [
      say(facts.endedKey ? "keyLeakedEnded" : "keyLeakedBefore"),
      ...(ended.length > 0 ? [say("keyLeakedMade", { list: listOf(ended, lang) })] : []),
      say("keyLeakedText"),
    ],
    facts: [...factsOf(facts, wording), ...place],
  };
}

/** How many of each kind were ended with a key, without those of which there was none. */
function endedOf({ ended }: LeakedKeyFacts, { say }: Wording): string[] {
  const { keys, endpoints, replays } = ended;
  return [
    keys > 0 && say(keys === 1 ? "keyLeakedKey" : "keyLeakedKeys", { count: `${keys}` }),
    endpoints > 0 &&
      say(endpoints === 1 ? "keyLeakedEndpoint" : "keyLeakedEndpoints", { count: `${endpoints}` }),
    replays > 0 &&
      say(replays === 1 ? "keyLeakedReplay" : "keyLeakedReplays", { count: `${replays}` }),
  ].filter((one) => one !== false);
}

const listOf = (parts: readonly string[], lang: string) =>
  new Intl.ListFormat(lang, { type: "conjunction" }).format(parts);

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
    brand: say("brand"),
    button: { label: say("keyButton"), url, hint: say("buttonHint") },
    notice: mode === "test" ? say("testMode") : null,
    footer: say("keyFooter", { merchant: singleLine(businessName) }),
    unsubscribe: null,
  };
}

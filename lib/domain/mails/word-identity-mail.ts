import type { MailContent } from "@/lib/adapters/email/mail-content";
import { browserName } from "@/lib/core/browser-name";
import type { CodePurpose } from "@/lib/core/kinds";
import type { CodeFacts, SecurityFacts } from "./mail-facts";
import { formatDate, type Wording } from "./wording";

/** The pages that a code's link can fill it in on: what else asks for one is a dialog of a page that is open. */
const codePages: Readonly<Partial<Record<CodePurpose, string>>> = {
  sign_up: "/signup",
  sign_in: "/login",
  reset: "/login",
};
const securityPage = "/dashboard/settings/security";

/**
 * A code that somebody asked for. The link only fills it in, in the browser that asked: whoever opens links before their
 * reader does neither uses the code up, nor is sent what stands behind the `#`.
 */
export function wordCode({ purpose, code, expiresAt }: CodeFacts, wording: Wording): MailContent {
  const { say, openCode, lang } = wording;
  const shown = openCode(code) ?? "––––––";
  const until = formatDate(expiresAt, lang);
  const page = codePages[purpose];
  const fragment = openCode(code) === null ? "" : `#code=${shown}`;
  return {
    ...(page
      ? frame(wording, `${page}${fragment}`, say("codeButton"))
      : frame(wording, securityPage)),
    subject: say(`codeSubject_${purpose}`, { code: shown }),
    preheader: say("codePreheader", { until }),
    heading: say(`codeHeading_${purpose}`),
    paragraphs: [say("codeText"), say("codeWarning")],
    code: { label: say("code"), value: shown },
    facts: [[say("codeUntil"), until]],
  };
}

/** That an address which somebody signs up with has an account. */
export function wordAccountExists(_: object, wording: Wording): MailContent {
  const { say } = wording;
  return {
    ...frame(wording, "/login"),
    subject: say("accountExistsSubject"),
    preheader: say("accountExistsPreheader"),
    heading: say("accountExistsHeading"),
    paragraphs: [say("accountExistsText")],
    facts: [],
  };
}

/** That something was changed with which an account is signed in to. */
export function wordSecurity(facts: SecurityFacts, wording: Wording): MailContent {
  const { say, lang } = wording;
  const { change, userAgent, addressPrefix, at } = facts;
  // Whoever has lost the address cannot be mailed a code there.
  const isLost = change === "email_changed";
  const warning = isLost ? "securityWarning_email_changed" : "securityWarning";
  const from: [string, string][] = [
    [say("securityWhen"), formatDate(at, lang)],
    ...(addressPrefix === null
      ? []
      : ([[say("securityNetwork"), addressPrefix]] as [string, string][])),
    ...(userAgent === null
      ? []
      : ([[say("securityBrowser"), browserName(userAgent)]] as [string, string][])),
  ];
  return {
    ...frame(wording, securityPage),
    subject: say(`securitySubject_${change}`),
    preheader: say("securityPreheader"),
    heading: say(`securityHeading_${change}`),
    paragraphs: [say(`securityText_${change}`), say(warning)],
    facts: from,
  };
}

function frame({ say, lang, appUrl }: Wording, path: string, label = say("accountButton")) {
  return {
    lang,
    brand: say("brand"),
    button: { label, url: `${appUrl}${path}`, hint: say("buttonHint") },
    notice: null,
    footer: say("accountFooter"),
    unsubscribe: null,
  };
}

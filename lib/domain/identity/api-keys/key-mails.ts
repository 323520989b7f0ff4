import { singleLine } from "@/lib/core/text/plain-text";
import {
  aboutTestMode,
  formatDate,
  type Mail,
  type MailRow,
  rowIf,
  type Wording,
} from "@/lib/domain/mails/mail";

/** What a mail about a key tells. */
type KeyFacts = {
  businessName: string;
  keyId: string;
  name: string;
  prefix: string;
  last4: string;
  /** ISO 8601. */
  at: string;
};

/** What a mail about a live API key that was made tells. */
type NewKeyFacts = KeyFacts & {
  /** Another key made it, no person. */
  byKey: boolean;
};

/** What a mail about an API key that was found in public tells. */
export type LeakedKeyFacts = KeyFacts & {
  url: string;
  source: string;
  /** Whether it was good until then. */
  endedKey: boolean;
  ended: { keys: number; endpoints: number; replays: number };
};

/** That a live key was made. */
export const keyCreatedMail: Mail<NewKeyFacts> = {
  kind: "api_key_created",
  subject: ({ name }) => `A live API key was made: ${singleLine(name)}`,
  body: (facts, wording) => ({
    ...frame(facts, wording),
    preheader: "If it was not you, act now.",
    heading: "A live API key was made",
    paragraphs: [
      "It can do what its scopes allow, with real money.",
      ...(facts.byKey ? ["It was made with another API key, not in the dashboard."] : []),
      "If you know nothing of it, revoke it now, and choose another password.",
    ],
    facts: rowsOf(facts),
  }),
};

/** That a key was found in public, and what was done. */
export const keyLeakedMail: Mail<LeakedKeyFacts> = {
  kind: "api_key_leaked",
  subject: ({ name }) => `An API key was found in public: ${singleLine(name)}`,
  body(facts, wording) {
    const ended = endedOf(facts);
    return {
      ...frame(facts, wording),
      preheader: "It is revoked.",
      heading: "An API key of yours was found in public",
      paragraphs: [
        facts.endedKey
          ? "Everybody could read it, so it was revoked at once: requests with it are refused. Another key that may do the same is waiting for you in the dashboard."
          : "It was revoked before it was found, so it can’t be used.",
        ...(ended === "" ? [] : [`What was made with it was ended, too: ${ended}.`]),
        "Look through the requests that were made with it, and remove it from where it was found: from the history, too.",
      ],
      facts: [...rowsOf(facts), ...rowIf("Found at", facts.url && singleLine(facts.url))],
    };
  },
};

/** How many of each kind were ended with a key, without those of which there was none. */
function endedOf({ ended: { keys, endpoints, replays } }: LeakedKeyFacts): string {
  const parts = [
    keys > 0 && (keys === 1 ? "one API key" : `${keys} API keys`),
    endpoints > 0 && (endpoints === 1 ? "one webhook endpoint" : `${endpoints} webhook endpoints`),
    replays > 0 && (replays === 1 ? "one replay of webhooks" : `${replays} replays of webhooks`),
  ].filter((one) => one !== false);
  return new Intl.ListFormat("en", { type: "conjunction" }).format(parts);
}

const rowsOf = ({ name, prefix, last4, at }: KeyFacts): MailRow[] => [
  ["API key", `${singleLine(name)} (${prefix}…${last4})`],
  ["When", formatDate(at)],
];

const frame = ({ businessName }: KeyFacts, { mode }: Wording) => ({
  isOurs: true as const,
  button: { label: "Open API keys", to: `/dashboard/developers/keys?mode=${mode}` },
  inTestMode: aboutTestMode,
  footer: `You’re receiving this email because it is about the security of ${singleLine(businessName)}.`,
});

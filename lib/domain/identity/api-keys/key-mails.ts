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
  subject: ({ name }) => `New live API key: ${singleLine(name)}`,
  body: (facts, wording) => ({
    ...frame(facts, wording),
    preheader: "If this wasn’t you, act now.",
    heading: "A live API key was created",
    paragraphs: [
      "The key can do everything its scopes allow, with real money.",
      ...(facts.byKey ? ["The key was created with another API key, not in the dashboard."] : []),
      "If you don’t recognize this key, revoke it now and change your password.",
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
      preheader: "The key has been revoked.",
      heading: "One of your API keys was found in public",
      paragraphs: [
        facts.endedKey
          ? "Anyone could read the key, so we revoked it immediately: requests with it are refused. A replacement with the same permissions is waiting for you in the dashboard."
          : "The key was already revoked, so it can’t be used.",
        ...(ended === "" ? [] : [`We also ended everything created with the key: ${ended}.`]),
        "Review the requests made with the key, and remove the key from the place where it was found, including the version history.",
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

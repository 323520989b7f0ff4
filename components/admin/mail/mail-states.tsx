import { AlertIcon, CheckIcon, ClockIcon, CrossIcon } from "@/components/ui/icons";
import { StateBadge, type StateLook } from "@/components/ui/state-badge";
import type { RowOf } from "@/lib/client/read-page";
import type { listMails } from "@/lib/contract/admin/mails";

export type Mail = RowOf<typeof listMails>;
type State = Mail["state"];

const looks: Readonly<Record<State, StateLook>> = {
  queued: { tone: "wait", word: "Queued", icon: ClockIcon },
  sending: { tone: "wait", word: "Sending", icon: ClockIcon },
  sent: { tone: "good", word: "Sent", icon: CheckIcon },
  refused: { tone: "bad", word: "Refused", icon: CrossIcon },
  failed: { tone: "bad", word: "Failed", icon: AlertIcon },
  withheld: { tone: "neutral", word: "Withheld", icon: AlertIcon },
  cancelled: { tone: "neutral", word: "Cancelled", icon: CrossIcon },
};

/** Where an email stands. */
export const MailState = ({ state }: { state: State }) => <StateBadge look={looks[state]} />;

/** The states in the order of the tabs: what needs a look comes first. */
export const stateOptions = (
  ["queued", "failed", "refused", "withheld", "cancelled", "sent"] as const
).map((value) => ({ value, label: looks[value].word }));

/** Whether an email was not sent, and may be sent again. */
export const canResend = ({ state, failure }: Pick<Mail, "state" | "failure">): boolean =>
  ["refused", "failed", "withheld", "cancelled"].includes(state) && failure !== "test_mode";

const failures: Readonly<Record<string, string>> = {
  no_smtp_url: "No mail server is set",
  test_mode: "Test payments email the merchant alone",
  recipient_limit: "The address has had its emails of the day from merchants",
  merchant_limit: "The merchant has sent its emails of the day",
  address_refused: "The address refused email before",
  unsubscribed: "The owner of the address turned these emails off",
  invoice_closed: "The invoice was paid or voided, or its payment was under way",
  subscription_changed: "The subscription has changed",
  not_worded: "The email can’t be rendered",
  timeout: "The mail server didn’t answer",
  tls_failed: "No encrypted connection to the mail server",
  connection_failed: "No connection to the mail server",
};

const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What came of the last attempt, in words. */
export function sayFailure({ failure, state, attempts }: Mail): string {
  if (failure !== null) return failures[failure] ?? capital(failure.replaceAll("_", " "));
  if (state === "sent") return "Taken by the mail server";
  return attempts === 0 ? "Not tried yet" : "–";
}

import type { Db, TransactionSql } from "@/db/client";
import type { MailContent } from "@/lib/adapters/email/mail-content";
import { formatAmount } from "@/lib/core/amounts/format-amount";
import { type Currency, currencyDecimals } from "@/lib/core/amounts/money";
import type { NotificationKind } from "@/lib/core/insight/notification-kinds";
import type { MailTopic } from "@/lib/core/mails/mail-kinds";
import type { Mode } from "@/lib/core/modes";
import type { MailState } from "@/lib/core/states";
import { calendarDay, dayInWords } from "@/lib/core/time/calendar-day";
import { defaultTimeZone } from "@/lib/core/time/time-zone";
import type { Context } from "@/lib/domain/platform/context";

declare module "@/lib/domain/platform/context" {
  interface Modules {
    /** Every mail there is. */
    readonly mails: readonly Mail[];
  }
}

/** A mail as it is stored, as far as its wording needs it. */
export interface StoredMail {
  id: string;
  /** Null for mails about an account. */
  merchantId: string | null;
  mode: Mode;
  kind: string;
  recipient: string;
  facts: Record<string, unknown>;
  createdAt: Date;
}

/** What came of a mail. */
export interface MailNews {
  readonly mailId: string;
  readonly state: MailState;
  readonly failure: string | null;
}

/** What follows for a row from what comes of its mail, in the transaction that writes that down. */
interface OutcomeHook<Facts extends object> {
  /** Locks the row: before the mail, as everywhere. */
  lock(tx: TransactionSql, facts: Facts): Promise<void>;
  note(
    ctx: Pick<Context, "chains" | "config">,
    tx: TransactionSql,
    facts: Facts,
    news: MailNews,
  ): Promise<void>;
}

/** A mail: it stands in the module whose facts it tells. They are stored when it is queued, and worded when it is sent. */
export interface Mail<Facts extends object = Record<string, unknown>> {
  readonly kind: string;
  subject(facts: Facts, wording: Wording): string;
  body(facts: Facts, wording: Wording): MailBody;
  /** Of a mail to payers: what the recipient turns off to get no more of them. */
  readonly topic?: MailTopic;
  /** Of a mail to a merchant: the same. A mail that has neither is always sent. */
  readonly notification?: NotificationKind;
  /**
   * A merchant causes it towards an address that may be a stranger's: `limitUnasked` counts it, and it names this
   * installation.
   */
  readonly isUnasked?: true;
  /** Looked at before it is sent; absent where it tells of what stays so. */
  readonly stillTrue?: {
    /** Why it is withheld where it does not hold. */
    readonly otherwise: "invoice_closed" | "subscription_changed" | "code_expired";
    holds(db: Db, facts: Facts): Promise<boolean>;
  };
  readonly onOutcome?: OutcomeHook<Facts>;
}

export type MailRow = [label: string, value: string];

/** What a mail says beside its subject. */
export interface MailBody extends Pick<MailContent, "preheader" | "heading" | "paragraphs"> {
  /** It begins with our name. */
  readonly isOurs?: true;
  readonly code?: MailContent["code"];
  readonly facts?: readonly MailRow[];
  readonly button: {
    readonly label: string;
    /** A path of ours, or an address. Pages of the dashboard open in the mail's mode. */
    readonly to: string;
    readonly hint?: string;
  };
  /** What is said above all in test mode. */
  readonly inTestMode?: string;
  readonly footer: string;
  readonly replyTo?: string;
}

/** What a mail is worded with, beside its facts. */
export interface Wording {
  readonly mode: Mode;
  networkOf(chainId: number): string;
  /** A sealed code of the mail; null when it can no longer be opened. */
  openCode(sealed: string): string | null;
}

export const testPayment = "Test payment: no real money moved.";
export const aboutTestMode = "This is about test mode.";

const instants = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
  timeZone: "UTC",
});

/** An instant as mails write it, in UTC: the reader's time zone is not known. */
export const formatDate = (iso: string) => instants.format(new Date(iso));

/** The day of an instant by the merchant's calendar; mails that were queued before it was known have UTC. */
export const formatDay = (iso: string, timeZone: string = defaultTimeZone) =>
  dayInWords(calendarDay(iso, timeZone), "en");

/** @param amount digits in the token's smallest unit */
export const formatMoney = (amount: string, currency: Currency) =>
  formatAmount({ amount, currency, decimals: currencyDecimals }, "en");

/** A row of what may not be known. */
export const rowIf = (label: string, value: string | null | undefined): MailRow[] =>
  value ? [[label, value]] : [];

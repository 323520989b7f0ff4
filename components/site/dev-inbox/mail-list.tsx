import { LocalTime } from "@/components/ui/time/local-time";

/** A mail in the list. */
interface ListedMail {
  readonly id: string;
  readonly recipient: string;
  readonly state: string;
  readonly failure: string | null;
  readonly createdAt: string;
  readonly subject: string;
  readonly preheader: string;
}

/** The newest mails, newest first. */
export function MailList({ mails }: { mails: readonly ListedMail[] }) {
  if (mails.length === 0) {
    return (
      <p className="rounded-2xl border border-line bg-raised p-5 text-muted">
        No email yet. A payer who enters an email on the pay page gets a receipt once the payment is
        final.
      </p>
    );
  }
  return (
    <ul className="grid gap-3">
      {mails.map((mail) => (
        <li key={mail.id}>
          <a
            href={`/dev/inbox/${mail.id}`}
            className="block rounded-2xl border border-line bg-raised p-4 transition-colors hover:border-edge"
          >
            <span className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 text-muted text-sm">
              <span className="min-w-0">To {mail.recipient}</span>
              <LocalTime iso={mail.createdAt} shape="short" locale="en" />
            </span>
            <span className="mt-1 block font-medium">{mail.subject}</span>
            <span className="mt-0.5 block text-muted text-sm">{mail.preheader}</span>
            <MailState state={mail.state} failure={mail.failure} />
          </a>
        </li>
      ))}
    </ul>
  );
}

function MailState({ state, failure }: Pick<ListedMail, "state" | "failure">) {
  if (state === "sent") return null;
  return (
    <span className="mt-2 inline-block rounded-full bg-test-soft px-2.5 py-0.5 font-medium text-test-ink text-xs">
      {failure ? `${state}: ${failure}` : state}
    </span>
  );
}

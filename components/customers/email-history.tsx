import { LocalTime } from "@/components/time/local-time";
import { Section } from "@/components/ui/section";

interface Seen {
  readonly email: string;
  readonly source: string;
  readonly at: string | null;
}

const sources: Readonly<Record<string, string>> = {
  checkout: "typed on a payment page",
  payment: "proved by a payment",
  merchant: "given by you",
};

/** The e-mail addresses that were seen of a customer, newest first; nothing where there are none. */
export function EmailHistory({ history }: { history: unknown }) {
  const seen = readHistory(history).reverse();
  if (seen.length === 0) return null;
  return (
    <Section title="E-mail addresses">
      <ul className="grid gap-3 text-sm">
        {seen.map(({ email, source, at }) => (
          <li key={`${email} ${source}`}>
            <p className="wrap-anywhere font-medium">{email}</p>
            <p className="text-muted text-xs">
              {sources[source] ?? source}
              {at && (
                <>
                  {", "}
                  <LocalTime iso={at} shape="short" locale="en" />
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The API says only that metadata are values of any kind. */
function readHistory(history: unknown): Seen[] {
  if (!Array.isArray(history)) return [];
  return history.flatMap((entry: unknown) => {
    if (typeof entry !== "object" || entry === null || !("email" in entry)) return [];
    const source = "source" in entry ? String(entry.source) : "";
    const at = "seenAt" in entry ? String(entry.seenAt) : null;
    return [{ email: String(entry.email), source, at }];
  });
}

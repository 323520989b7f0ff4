import { Fact, Facts } from "@/components/ui/facts";
import { Section } from "@/components/ui/section";

/** The merchant's own keys and values; nothing where there are none. */
export function Metadata({ metadata }: { metadata: Readonly<Record<string, unknown>> }) {
  const entries = Object.entries(metadata);
  if (entries.length === 0) return null;
  return (
    <Section title="Metadata">
      <Facts>
        {entries.map(([name, value]) => (
          <Fact key={name} name={name}>
            <span className="wrap-anywhere">
              {typeof value === "string" ? value : JSON.stringify(value)}
            </span>
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

import type { Family, Sample } from "./family";

/** The media type of what `renderFamilies` makes. */
export const expositionType = "text/plain; version=0.0.4; charset=utf-8";

const escapes: Readonly<Record<string, string>> = { "\\": "\\\\", "\n": "\\n", '"': '\\"' };
const escapeText = (text: string) => text.replace(/[\\\n]/g, (char) => escapes[char] ?? char);
const escapeValue = (text: string) => text.replace(/[\\\n"]/g, (char) => escapes[char] ?? char);

function renderNumber(value: number): string {
  if (Number.isNaN(value)) return "NaN";
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
}

function renderSample(name: string, { suffix = "", labels, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeValue(text)}"`);
  const braces = pairs.length > 0 ? `{${pairs.join(",")}}` : "";
  return `${name}${suffix}${braces} ${renderNumber(value)}\n`;
}

/** Writes metrics in Prometheus' text format, version 0.0.4. Those without a value are left out. */
export function renderFamilies(families: readonly Family[]): string {
  return families
    .filter(({ samples }) => samples.length > 0)
    .map(
      ({ name, help, type, samples }) =>
        `# HELP ${name} ${escapeText(help)}\n# TYPE ${name} ${type}\n${samples
          .map((sample) => renderSample(name, sample))
          .join("")}`,
    )
    .join("");
}

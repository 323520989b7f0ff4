/** A metric as the text says it. */
export interface ParsedMetric {
  readonly name: string;
  readonly type: string;
  readonly series: { name: string; labels: Record<string, string>; value: number }[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const sampleLine = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (\\S+)$`);
const pair = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,|$)/;

/**
 * Reads Prometheus' text format 0.0.4 as its specification says, and refuses all that the format's
 * lenient readers let pass.
 * @throws Error naming the line
 */
export function parseExposition(text: string): Map<string, ParsedMetric> {
  const refuse = (why: string, line: string) => new Error(`${why}: ${line}`);
  const metrics = new Map<string, ParsedMetric>();
  const seen = new Set<string>();
  let current: ParsedMetric | undefined;
  let helped: string | undefined;
  if (!text.endsWith("\n")) throw refuse("no line feed at the end", text.slice(-40));
  for (const line of text.slice(0, -1).split("\n")) {
    const help = new RegExp(`^# HELP (${NAME}) (.+)$`).exec(line)?.[1];
    const [, typed, type = ""] = new RegExp(`^# TYPE (${NAME}) (\\w+)$`).exec(line) ?? [];
    if (help) {
      helped = help;
    } else if (typed) {
      if (typed !== helped) throw refuse("a type without help", line);
      if (metrics.has(typed)) throw refuse("a metric twice", line);
      if (!["counter", "gauge", "histogram"].includes(type)) throw refuse("no type", line);
      if ((type === "counter") !== typed.endsWith("_total")) throw refuse("a name", line);
      current = { name: typed, type, series: [] };
      metrics.set(typed, current);
    } else {
      const [, name = "", labelText = "", number = ""] = sampleLine.exec(line) ?? [];
      if (!current || !name) throw refuse("no sample", line);
      const suffix = name.slice(current.name.length);
      const allowed = current.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
      if (!name.startsWith(current.name) || !allowed.includes(suffix)) {
        throw refuse("a sample of another metric", line);
      }
      const labels = readLabels(labelText, line);
      const key = `${name} ${JSON.stringify(Object.entries(labels).sort())}`;
      if (seen.has(key)) throw refuse("a series twice", line);
      seen.add(key);
      const value = number === "+Inf" ? Number.POSITIVE_INFINITY : Number(number);
      if (Number.isNaN(value)) throw refuse("no number", line);
      current.series.push({ name, labels, value });
    }
  }
  for (const metric of metrics.values()) checkHistogram(metric);
  return metrics;
}

function readLabels(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== "") {
    const [all, name, value] = pair.exec(rest) ?? [];
    if (all === undefined || name === undefined || value === undefined || name in labels) {
      throw new Error(`no labels: ${line}`);
    }
    labels[name] = value.replace(/\\(.)/g, (_, char) => (char === "n" ? "\n" : char));
    rest = rest.slice(all.length);
  }
  return labels;
}

/** Buckets rise, end with +Inf, and that one is the count. */
function checkHistogram({ name, type, series }: ParsedMetric): void {
  if (type !== "histogram") return;
  const groups = new Map<string, { buckets: [number, number][]; count?: number }>();
  for (const { name: of, labels, value } of series) {
    const { le, ...others } = labels;
    const key = JSON.stringify(Object.entries(others).sort());
    const group = groups.get(key) ?? { buckets: [] };
    groups.set(key, group);
    if (of.endsWith("_bucket"))
      group.buckets.push([Number(le?.replace("+Inf", "Infinity")), value]);
    if (of.endsWith("_count")) group.count = value;
  }
  for (const { buckets, count } of groups.values()) {
    const rises = buckets.every(
      ([le, value], index) =>
        index === 0 ||
        (le > (buckets[index - 1]?.[0] ?? 0) && value >= (buckets[index - 1]?.[1] ?? 0)),
    );
    const last = buckets.at(-1);
    if (!rises || last?.[0] !== Number.POSITIVE_INFINITY || last[1] !== count) {
      throw new Error(`no histogram: ${name}`);
    }
  }
}

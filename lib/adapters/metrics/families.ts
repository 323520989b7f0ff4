import { monitorEventLoopDelay } from "node:perf_hooks";

/** A value of a metric under certain values of its labels. */
export interface Sample {
  /** What follows the metric's name, such as `_bucket`. */
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric with what it counts now. */
export interface Family {
  readonly name: string;
  readonly help: string;
  readonly type: "counter" | "gauge" | "histogram";
  readonly samples: readonly Sample[];
}

/** What a metric is called and what tells its series apart. Values of labels come from short lists. */
export interface Declaration<Label extends string = string> {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly Label[];
}

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  value: number;
}

/** Counts in the memory of this process: an addition costs one look-up. */
export class Counter<Label extends string = string> {
  private readonly series = new Map<string, Series>();

  constructor(private readonly declaration: Declaration<Label>) {}

  /** Adds to the series with these values, in the order in which the labels were declared. */
  add(by: number, ...values: string[]): void {
    const key = values.join("\n");
    const known = this.series.get(key);
    if (known) {
      known.value += by;
      return;
    }
    const entries = this.declaration.labels.map((label, index) => [label, values[index] ?? ""]);
    this.series.set(key, { labels: Object.fromEntries(entries), value: by });
  }

  family(): Family {
    const { name, help } = this.declaration;
    return {
      name,
      help,
      type: "counter",
      samples: [...this.series.values()].map((s) => ({ ...s })),
    };
  }
}

declare global {
  var stipendLoopDelay: ReturnType<typeof monitorEventLoopDelay> | undefined;
}

/** How late the event loop may be noticed to be, in milliseconds. */
const RESOLUTION_MS = 10;

function loopDelay() {
  if (!globalThis.stipendLoopDelay) {
    globalThis.stipendLoopDelay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    globalThis.stipendLoopDelay.enable();
  }
  return globalThis.stipendLoopDelay;
}

const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: "gauge",
  samples: [{ labels: {}, value }],
});

/** The event loop's delay since the last time this was asked, and what the process uses. */
export function processFamilies(): Family[] {
  const delay = loopDelay();
  // A sample is the time between two ticks of a timer, of which the timer's own interval is no delay.
  const seconds = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3) : 0;
  const { p50, p99, max } = {
    p50: delay.percentile(50),
    p99: delay.percentile(99),
    max: delay.max,
  };
  delay.reset();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    {
      name: "stipend_event_loop_lag_seconds",
      help: "How late the event loop was since the last scrape",
      type: "gauge",
      samples: [
        { labels: { quantile: "0.5" }, value: seconds(p50) },
        { labels: { quantile: "0.99" }, value: seconds(p99) },
        { labels: { quantile: "1" }, value: seconds(max) },
      ],
    },
    gauge("process_resident_memory_bytes", "Memory of the process", rss),
    gauge("nodejs_heap_used_bytes", "JavaScript heap in use", heapUsed),
    gauge("process_start_time_seconds", "When the process began", performance.timeOrigin / 1_000),
    {
      name: "process_cpu_seconds_total",
      help: "Processor time used",
      type: "counter",
      samples: [{ labels: {}, value: (user + system) / 1e6 }],
    },
  ];
}

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

interface HistogramSeries {
  readonly labels: Readonly<Record<string, string>>;
  /** By bucket, each value in the first that holds it; the last is for what none holds. */
  readonly counts: number[];
  sum: number;
}

/** Upper bounds in seconds, from an answer out of memory to one that hangs. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Durations in seconds, counted in the memory of this process. */
export class Histogram<Label extends string = string> {
  private readonly series = new Map<string, HistogramSeries>();

  constructor(private readonly declaration: Declaration<Label>) {}

  /** Adds a duration to the series with these values, in the order in which the labels were declared. */
  observe(seconds: number, ...values: string[]): void {
    const key = values.join("\n");
    const series = this.series.get(key) ?? this.open(key, values);
    let bucket = 0;
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] ?? 0)) bucket += 1;
    series.counts[bucket] = (series.counts[bucket] ?? 0) + 1;
    series.sum += seconds;
  }

  family(): Family {
    const { name, help } = this.declaration;
    const samples = [...this.series.values()].flatMap(samplesOf);
    return { name, help, type: "histogram", samples };
  }

  private open(key: string, values: readonly string[]): HistogramSeries {
    const entries = this.declaration.labels.map((label, index) => [label, values[index] ?? ""]);
    const counts = Array.from({ length: BOUNDS.length + 1 }, () => 0);
    const series = { labels: Object.fromEntries(entries), counts, sum: 0 };
    this.series.set(key, series);
    return series;
  }
}

/** Each bucket counts those of the ones before it as well. */
function samplesOf({ labels, counts, sum }: HistogramSeries): Sample[] {
  let total = 0;
  const buckets = counts.map((count, index) => {
    total += count;
    const le = index < BOUNDS.length ? String(BOUNDS[index]) : "+Inf";
    return { suffix: "_bucket", labels: { ...labels, le }, value: total };
  });
  return [
    ...buckets,
    { suffix: "_sum", labels, value: sum },
    { suffix: "_count", labels, value: total },
  ];
}

import type { Declaration, Family, Sample } from "./family";

interface Series {
  readonly labels: Readonly<Record<string, string>>;
  /** By bucket, each value in the first that holds it; the last is for what none holds. */
  readonly counts: number[];
  sum: number;
}

/** Upper bounds in seconds, from an answer out of memory to one that hangs. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** Durations in seconds, counted in the memory of this process. */
export class Histogram<Label extends string = string> {
  private readonly series = new Map<string, Series>();

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

  private open(key: string, values: readonly string[]): Series {
    const entries = this.declaration.labels.map((label, index) => [label, values[index] ?? ""]);
    const counts = Array.from({ length: BOUNDS.length + 1 }, () => 0);
    const series = { labels: Object.fromEntries(entries), counts, sum: 0 };
    this.series.set(key, series);
    return series;
  }
}

/** Each bucket counts those of the ones before it as well. */
function samplesOf({ labels, counts, sum }: Series): Sample[] {
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

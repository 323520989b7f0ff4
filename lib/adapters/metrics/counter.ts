import type { Declaration, Family } from "./family";

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

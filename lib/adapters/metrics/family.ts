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

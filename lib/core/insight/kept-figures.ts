/** How many days ahead each day's expectation is kept for, to be compared with what was taken. */
export const keptHorizons = [7, 30, 60, 90] as const;

/** The figures that are kept for each day. */
export type KeptFigure = "mrr" | `forecast_${(typeof keptHorizons)[number]}`;
export const keptFigureKinds: readonly KeptFigure[] = [
  "mrr",
  ...keptHorizons.map((days): KeptFigure => `forecast_${days}`),
];

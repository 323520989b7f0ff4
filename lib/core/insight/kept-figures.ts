/** How many days ahead each day's expectation is kept for, to be compared with what was taken. */
export const keptHorizons = [7, 30, 60, 90] as const;

/** The figures that are kept for each day. */
export const keptFigureKinds = [
  "mrr",
  "forecast_7",
  "forecast_30",
  "forecast_60",
  "forecast_90",
] as const;
export type KeptFigure = (typeof keptFigureKinds)[number];

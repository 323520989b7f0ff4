/**
 * Hundredths of a percent as people read them.
 * @example formatBps(70) // "0.70 %"
 */
export const formatBps = (bps: number): string => `${(bps / 100).toFixed(2)}\u00a0%`;

import { type Family, processFamilies } from "@/lib/adapters/metrics/families";
import { metrics } from "@/lib/adapters/metrics/metrics";
import { singleFlight } from "@/lib/core/async/single-flight";
import { collectGauges } from "./collect-gauges";
import type { Sources } from "./open-sources";
import type { Readiness } from "./readiness";
import { placeOf } from "./wallet-places";

/** Scrapers that come together share what was read; what was counted costs nothing to tell. */
const MAX_AGE_MS = 1_000;

/** Makes what `/metrics` shows: what this process has counted, and what is read now. */
export function familiesOf(
  sources: Sources,
  readiness: () => Promise<Readiness>,
): () => Promise<Family[]> {
  const gauges = singleFlight(() => collectGauges(sources, readiness), { maxAgeMs: MAX_AGE_MS });
  return async () => {
    const read = await gauges();
    const { gasSpent, ...counted } = metrics();
    const families = Object.values(counted).map((metric) => metric.family());
    return [...families, withPlaces(sources, gasSpent.family()), ...read, ...processFamilies()];
  };
}

/** Wallets by their place, and those without a key together. */
function withPlaces(sources: Sources, family: Family): Family {
  const sums = new Map<string, Family["samples"][number]>();
  for (const { labels, value } of family.samples) {
    const { chain = "", wallet = "" } = labels;
    const place = placeOf(sources, wallet);
    const key = `${chain} ${place}`;
    const sum = (sums.get(key)?.value ?? 0) + value;
    sums.set(key, { labels: { chain, wallet: place }, value: sum });
  }
  return { ...family, samples: [...sums.values()] };
}

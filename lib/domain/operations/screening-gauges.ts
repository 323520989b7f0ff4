import { readScreeningList } from "@/lib/adapters/screening/screening-list";
import { listSettings } from "@/lib/adapters/screening/screening-lists";
import type { Sources } from "./open-sources";
import { readRescreening } from "./read-rescreening";
import type { Reading } from "./reading";

/** The ages of the list files, and the rounds that screen known wallets under a list that has changed. */
export async function screeningGauges({ config, query }: Sources): Promise<Reading[]> {
  const ages = listSettings.map(async (setting): Promise<Reading[]> => {
    const path = config[setting];
    if (path === undefined) return [];
    const { writtenAt } = await readScreeningList(path);
    return [
      ["screeningListAge", writtenAt ? (Date.now() - writtenAt.getTime()) / 1_000 : 0, setting],
    ];
  });
  const rounds = query(readRescreening)().then(({ count, oldestSeconds }): Reading[] => [
    ["rescreening", count],
    ["rescreeningOldest", oldestSeconds],
  ]);
  const settled = await Promise.allSettled([...ages, rounds]);
  return settled.flatMap((part) => (part.status === "fulfilled" ? part.value : []));
}

import type { Sources } from "./open-sources";
import type { Reading } from "./reading";

/** Due calls of the embedded job engine; nothing where Inngest runs the jobs. */
export async function engineGauges({ config, engineJobs }: Sources): Promise<Reading[]> {
  if (config.INNGEST_BASE_URL) return [];
  const { count, oldestSeconds } = await engineJobs();
  return [
    ["engineJobs", count],
    ["engineJobsOldest", oldestSeconds],
  ];
}

/** When each job last finished. */
export async function jobGauges({ jobRuns }: Sources): Promise<Reading[]> {
  return (await jobRuns()).flatMap(({ job, finishedAt, secondsAgo }): Reading[] => [
    ["jobFinished", finishedAt.getTime() / 1_000, job],
    ...(job === "heartbeat" ? [["heartbeat", secondsAgo] satisfies Reading] : []),
  ]);
}

/** How many old rows were removed, by kind. */
export async function retentionGauges({ retention }: Sources): Promise<Reading[]> {
  return (await retention()).map(({ name, removed }) => ["removedRows", Number(removed), name]);
}

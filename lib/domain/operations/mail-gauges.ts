import type { Sources } from "./open-sources";
import type { Reading } from "./reading";

/** Mails that wait. */
export async function mailGauges({ mails }: Sources): Promise<Reading[]> {
  const { count, oldestSeconds, unworded, failed } = await mails();
  return [
    ["mails", count],
    ["mailsOldest", oldestSeconds],
    ["mailsUnworded", unworded],
    ["mailsFailed", failed],
  ];
}

/** Pictures that wait to be fetched. */
export async function imageGauges({ images }: Sources): Promise<Reading[]> {
  const { pending, dueSeconds } = await images();
  return [
    ["images", pending],
    ["imagesDue", dueSeconds],
  ];
}

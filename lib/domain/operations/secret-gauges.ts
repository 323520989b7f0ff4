import { missingUses, previousSecrets } from "./checks/check-secrets";
import type { Sources } from "./open-sources";
import type { Reading } from "./reading";

/** Rows under each previous secret, 0 of one that can be dropped, and under those that are not configured. */
export async function secretGauges({ config, secretUses }: Sources): Promise<Reading[]> {
  const uses = await secretUses();
  const rows = (secret: string, id: string) =>
    uses
      .filter((use) => use.secret === secret && use.id === id)
      .reduce((sum, { count }) => sum + count, 0);
  return [
    ...previousSecrets(config).map(
      ({ secret, id }): Reading => ["secretRows", rows(secret, id), secret, id, "previous"],
    ),
    ...missingUses(config, uses).map(
      ({ secret, id }): Reading => ["secretRows", rows(secret, id), secret, id, "missing"],
    ),
  ];
}

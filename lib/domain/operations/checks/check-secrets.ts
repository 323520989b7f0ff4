import { pepperId } from "@/lib/adapters/api-keys/key-hash";
import type { Env } from "@/lib/adapters/env/env";
import { keyName } from "@/lib/adapters/sealing/seal";
import { combine, type Finding, ok, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";
import type { RotatedSecret, SecretUse } from "@/lib/domain/operations/read-secret-uses";

/** Whether every key, code and sealed row can be verified or opened here, and which old secrets can be dropped. */
export async function checkSecrets({ config, secretUses }: Sources): Promise<Finding> {
  const uses = await secretUses();
  return combine([
    ...missingUses(config, uses).map((missing) => warn(describeMissing(missing))),
    ...previousSecrets(config).map((previous) => ok(describePrevious(previous, uses))),
    ok(describeUnnamed(config, uses)),
  ]);
}

/** A secret by its id, as rows name it. */
export interface SecretName {
  readonly secret: RotatedSecret;
  readonly id: string;
}

/** The previous secrets by their ids, newest first. */
export function previousSecrets(config: Env): SecretName[] {
  const { API_KEY_PEPPER_PREVIOUS = [], STIPEND_SECRET_KEY_PREVIOUS = [] } = config;
  return [
    ...API_KEY_PEPPER_PREVIOUS.map((pepper) => {
      return { secret: "API_KEY_PEPPER", id: pepperId(pepper) } as const;
    }),
    ...STIPEND_SECRET_KEY_PREVIOUS.map((key) => {
      return { secret: "STIPEND_SECRET_KEY", id: keyName(key) } as const;
    }),
  ];
}

/** A secret that rows need and that is not configured. */
export interface MissingSecret extends SecretName {
  /** What needs it, such as `API keys (3) and recovery codes (1)`. */
  readonly rows: string;
}

/** The secrets that rows need and that are not configured. */
export function missingUses(config: Env, uses: readonly SecretUse[]): MissingSecret[] {
  const { API_KEY_PEPPER_NEXT, STIPEND_SECRET_KEY_NEXT } = config;
  const known = new Set(previousSecrets(config).map(({ secret, id }) => `${secret} ${id}`));
  if (API_KEY_PEPPER_NEXT) known.add(`API_KEY_PEPPER ${pepperId(API_KEY_PEPPER_NEXT)}`);
  if (STIPEND_SECRET_KEY_NEXT) known.add(`STIPEND_SECRET_KEY ${keyName(STIPEND_SECRET_KEY_NEXT)}`);
  const missing = new Map<string, SecretName>();
  for (const { secret, id } of uses) {
    const name = `${secret} ${id}`;
    if (id !== null && !known.has(name)) missing.set(name, { secret, id });
  }
  return [...missing.values()].map((name) => ({ ...name, rows: rowsOf(name, uses) }));
}

const describeMissing = ({ secret, id, rows }: MissingSecret) =>
  `${rows} need the ${secret} ${id}, which this process does not have`;

function describePrevious(name: SecretName, uses: readonly SecretUse[]): string {
  const rows = rowsOf(name, uses);
  const said = rows === "" ? "can be dropped: no row names it" : `is needed by ${rows}`;
  return `${name.secret}_PREVIOUS ${name.id} ${said}`;
}

/** They matter once there is a previous pepper, which may be theirs. */
function describeUnnamed({ API_KEY_PEPPER_PREVIOUS = [] }: Env, uses: readonly SecretUse[]) {
  const rows = rowsOf({ secret: "API_KEY_PEPPER", id: null }, uses);
  if (API_KEY_PEPPER_PREVIOUS.length === 0 || rows === "") return null;
  return `${rows} name no pepper yet: drop none`;
}

/** What needs a secret, in words; empty when nothing does. */
function rowsOf(name: Pick<SecretUse, "secret" | "id">, uses: readonly SecretUse[]): string {
  const parts = uses
    .filter(({ secret, id }) => secret === name.secret && id === name.id)
    .map(({ rows, count }) => (rows === "stored answers" ? rows : `${rows} (${count})`));
  return parts.join(", ").replace(/, ([^,]*)$/, " and $1");
}

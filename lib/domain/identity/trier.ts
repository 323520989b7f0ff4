import type { Peppers } from "@/lib/adapters/api-keys/key-hash";
import type { Account } from "./accounts";
import type { Browser } from "./browser";
import { knownDevice } from "./device";

/** Who tries something of an account. */
export interface Trier {
  /** The account, by its id or by an address that may have none. */
  readonly subject: string;
  /** A browser or a session that has proved to be the account's: it has counters of its own. */
  readonly known: string | null;
  /** Where a stranger is, the narrowest network first. */
  readonly networks: readonly string[];
}

/** A browser that names an address. */
export function browserTrier(
  config: Peppers,
  browser: Pick<Browser, "device" | "networks">,
  { subject, account }: { subject: string; account: Pick<Account, "id" | "passwordHash"> | null },
): Trier {
  const device = account && knownDevice(config, browser.device, account);
  return { subject, known: device && `device:${device}`, networks: browser.networks };
}

/** A signed-in session. */
export const sessionTrier = (subject: string, sessionId: string): Trier => ({
  subject,
  known: `session:${sessionId}`,
  networks: [],
});

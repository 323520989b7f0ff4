import { transaction } from "@/db/client";
import type { ScreeningResult } from "@/db/schema/compliance";
import type { Deployment } from "@/lib/adapters/chain/chains";
import { screenAddress } from "@/lib/adapters/screening/screen-address";
import type { Address } from "@/lib/core/hex";
import type { Mode } from "@/lib/core/modes";
import type { Context } from "@/lib/domain/context";
import { recordScreening } from "./record-screening";

/** A wallet, and what it is screened for. */
export interface WalletToScreen {
  readonly merchantId: string;
  readonly mode: Mode;
  readonly subject: Address;
  /** What asks, such as `settlement`. */
  readonly trigger: string;
  /** The transaction or other record that waits for the answer. */
  readonly resourceId: string;
  readonly deployment: Pick<Deployment, "chain">;
}

/**
 * Screens a wallet against the operator's list and, where its chain has one, the sanctions oracle, and
 * writes the answer down. Asks the outside world: call it outside any transaction.
 * @returns `unavailable` when one of them did not answer: hold the money, never pass it
 */
export async function screenWallet(
  { db, config }: Pick<Context, "db" | "config">,
  { deployment, ...wallet }: WalletToScreen,
): Promise<ScreeningResult> {
  const { chain } = deployment;
  const screening = await screenAddress({ config, chain, address: wallet.subject });
  const action = screening.result === "clear" ? "allowed" : "held";
  await transaction(db, (tx) => recordScreening(tx, { ...wallet, action, screening }));
  return screening.result;
}

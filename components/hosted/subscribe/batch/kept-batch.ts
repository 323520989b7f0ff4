import { keepInTab, keptInTab } from "@/lib/client/browser-storage";

/** What finds a batch again after the page was loaded again. */
export interface KeptBatch {
  /** By which the wallet knows it. */
  readonly id: string;
  /** The subscription's id on the chain. */
  readonly onchainId: string;
}

const keyOf = (planId: string, payer: string) => `stipend-batch-${planId}-${payer.toLowerCase()}`;

/** Keeps a batch for as long as the tab lives, before the wallet is asked; null forgets it. */
export const keepBatch = (planId: string, payer: string, batch: KeptBatch | null): void =>
  keepInTab(keyOf(planId, payer), batch && JSON.stringify(batch));

export function keptBatch(planId: string, payer: string): KeptBatch | null {
  const text = keptInTab(keyOf(planId, payer));
  return text === null ? null : JSON.parse(text);
}

import { type Hex, parseTransaction, recoverTransactionAddress } from "viem";

interface Waiting {
  raw: string;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
}

const MIN_BUMP_PERCENT = 110n;

/** Every transaction that was handed to the node, and the rule for replacing one. */
export interface FeeRule {
  /** Whether the node takes `raw`: another one with its nonce must raise both fees by a tenth. */
  allows(raw: Hex): Promise<boolean>;
  /** Everything that was handed over, refused or not, by the lowercase address that signed it. */
  readonly offered: ReadonlyMap<string, ReadonlySet<Hex>>;
}

/** Public nodes want ten percent more for a replacement; the local one is content with less. */
export function enforceFeeRule(): FeeRule {
  const slots = new Map<string, Waiting>();
  const offered = new Map<string, Set<Hex>>();
  return {
    offered,
    async allows(raw) {
      const serializedTransaction = raw as `0x02${string}`;
      const sender = (await recoverTransactionAddress({ serializedTransaction })).toLowerCase();
      const {
        nonce = 0,
        maxFeePerGas = 0n,
        maxPriorityFeePerGas = 0n,
      } = parseTransaction(serializedTransaction);
      const slot = `${sender} ${nonce}`;
      const known = slots.get(slot);
      const isBump =
        !known ||
        known.raw === raw ||
        (isRaised(maxFeePerGas, known.maxFeePerGas) &&
          isRaised(maxPriorityFeePerGas, known.maxPriorityFeePerGas));
      const isKnown = offered.get(sender)?.has(raw) ?? false;
      offered.set(sender, (offered.get(sender) ?? new Set<Hex>()).add(raw));
      if (isBump) slots.set(slot, { raw, maxFeePerGas, maxPriorityFeePerGas });
      return isBump || isKnown;
    },
  };
}

function isRaised(fee: bigint, known: bigint): boolean {
  return fee * 100n >= known * MIN_BUMP_PERCENT;
}

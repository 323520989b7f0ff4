import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

const folder = "contracts/snapshots";
/** Of whole transactions, which `npm run bench:gas` measures; the other files are written by forge. */
const transactionFile = "Transactions.json";

/** Gas by name. */
export type GasFigures = ReadonlyMap<string, number>;

/** What calls take by themselves, by contract and name: without a transaction's own 21,000 and its calldata. */
export function readCallGas(): GasFigures {
  const files = readdirSync(folder).filter((file) => file !== transactionFile);
  return new Map(
    files
      .toSorted()
      .flatMap((file) =>
        [...readFile(file)].map(
          ([name, gas]) => [`${file.replace(".json", "")} ${name}`, gas] as const,
        ),
      ),
  );
}

/** What whole transactions take, of a batch for one item, in hundreds. */
export const readTransactionGas = (): GasFigures => readFile(transactionFile);

export function writeTransactionGas(figures: GasFigures): void {
  const rows = Object.fromEntries([...figures].map(([name, gas]) => [name, String(gas)]));
  writeFileSync(join(folder, transactionFile), `${JSON.stringify(rows, null, 2)}\n`);
}

function readFile(file: string): GasFigures {
  const rows = z
    .record(z.string(), z.string())
    .parse(JSON.parse(readFileSync(join(folder, file), "utf8")));
  return new Map(Object.entries(rows).map(([name, gas]) => [name, Number(gas)]));
}

/** What a payment or a charge may take at most, as a share of a plain transfer in percent, by the name it is printed with. */
export const gasAims: Readonly<Record<string, number>> = {
  "settleBatch of 50": 66,
  payTerms: 142,
  "settleTermsBatch of 10": 67,
  "settleTermsBatch of 50": 60,
  charge: 195,
  "chargeBatch of 10": 73,
  "chargeBatch of 50": 62,
};

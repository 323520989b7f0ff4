import { combine, type Finding, ok, raising, spoken, warn } from "@/lib/domain/operations/finding";
import type { Sources } from "@/lib/domain/operations/open-sources";
import type { ToldDifference } from "@/lib/domain/operations/read-book-checks";

/** Two nights without a comparison are told of. */
const LATE_SECONDS = 48 * 3_600;

/**
 * Whether the books were what the chain says when they were last compared, and whether that was within two days. It
 * blocks nothing: payments settle on the chain, and a difference is of the past.
 */
export async function checkBookkeeping({ bookChecks }: Pick<Sources, "bookChecks">) {
  const findings = (await bookChecks()).flatMap((chain): Finding[] => {
    const { chainId, differences, uncheckedSeconds, reason, first } = chain;
    const name = `chain ${chainId}`;
    const late = uncheckedSeconds > LATE_SECONDS;
    const because = reason === null ? "" : `: ${reason}`;
    return [
      ...(differences > 0
        ? [
            raising(
              "books_differ",
              warn(
                `books and ${name} differ in ${differences} places: ${first.map(tell).join(", ")}`,
              ),
            ),
          ]
        : []),
      ...(late
        ? [warn(`books of ${name} were not checked for ${spoken(uncheckedSeconds)}${because}`)]
        : []),
    ];
  });
  return combine([ok(), ...findings]);
}

function tell({ kind, txHash, logIndex, subject, ours, theirs }: ToldDifference): string {
  const place = txHash === null ? subject : `log ${logIndex} of ${txHash}`;
  return `${kind} of ${place} (books: ${ours ?? "nothing"}; chain: ${theirs ?? "nothing"})`;
}

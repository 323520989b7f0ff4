import { UsageError } from "@/scripts/run-with-options";

/** @throws UsageError when a command that takes options alone got words */
export function refuseWords(words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`“${words.join(" ")}” belongs to no option`);
}

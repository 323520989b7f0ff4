import { type Flags, type GivenOptions, UsageError } from "@/scripts/run/run-with-options";

/** One of the command line's commands. */
export interface Command<Known extends Flags = Flags> {
  /** What `--help` prints. */
  readonly usage: string;
  readonly flags: Known;
  /**
   * @param words what stands between the command and its first option
   * @throws UsageError what cannot be understood
   */
  run(given: GivenOptions<Known>, words: readonly string[]): Promise<void>;
}

/** Declares a command, so that `given` has the types of its flags. */
export const command = <const Known extends Flags>(declared: Command<Known>): Command<Known> =>
  declared;

export const text = { type: "string" } as const;
export const isSet = { type: "boolean" } as const;

/** @throws UsageError when a command that takes options alone got words */
export function refuseWords(words: readonly string[]): void {
  if (words.length > 0) throw new UsageError(`“${words.join(" ")}” belongs to no option`);
}

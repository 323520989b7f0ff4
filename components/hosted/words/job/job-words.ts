import type { Language } from "@/components/hosted/words/choose-language";
import type { JobPage } from "@/lib/contract/agents/hosted-job";
import type { SayIn } from "@/lib/core/text/say";
import { en } from "./en";

export type SayJob = SayIn<typeof en>;
export type JobWords = Record<keyof typeof en, string>;

/** What the page of a job says. */
export const jobWords: Record<Language, JobWords> = { en };

/** The key of the word for where a job stands. A job that waits for a person has no page. */
export function jobStateOf({ status, isHeld }: Pick<JobPage, "status" | "isHeld">) {
  if (status === "pending_approval") return "approved";
  if (isHeld && status === "completed") return "completedHeld";
  if (isHeld && status === "rejected") return "rejectedHeld";
  return status;
}

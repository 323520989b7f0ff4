import type { Language } from "@/components/hosted/words/choose-language";
import type { SayIn } from "@/lib/core/text/say";
import { en } from "./en";

export type SayJob = SayIn<typeof en>;
export type JobWords = Record<keyof typeof en, string>;

/** What the page of a job says. */
export const jobWords: Record<Language, JobWords> = { en };

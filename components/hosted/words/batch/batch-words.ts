import type { Language } from "@/components/hosted/words/choose-language";
import type { SayIn } from "@/lib/core/text/say";
import { en } from "./en";

export type BatchEnglish = typeof en;
export type SayBatch = SayIn<BatchEnglish>;

/** What is said where a wallet subscribes with one confirmation; it comes with that code. */
export const batchWords: Record<Language, Record<keyof BatchEnglish, string>> = { en };

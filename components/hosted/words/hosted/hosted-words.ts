import type { Language } from "@/components/hosted/words/choose-language";
import type { SayIn } from "@/lib/core/text/say";
import { en } from "./en";

export type SayHosted = SayIn<typeof en>;
type HostedWords = Record<keyof typeof en, string>;

/** What every hosted page says around its own matter: on the server alone. */
export const hostedWords: Record<Language, HostedWords> = { en };

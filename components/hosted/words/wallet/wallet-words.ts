import type { Language } from "@/components/hosted/words/choose-language";
import { en } from "./en";

export type WalletEnglish = typeof en;
export type WalletKey = keyof WalletEnglish;

/** What the screens of a connected wallet say; it comes with their code, once a wallet is chosen. */
export const walletWords: Record<Language, Record<WalletKey, string>> = { en };

import type { Language } from "@/components/hosted/words/choose-language";
import type { SayIn } from "@/lib/core/text/say";
import { en } from "./en";

export type PayEnglish = typeof en;
type PayKey = keyof PayEnglish;
/** A language: the same keys as English, as plain data, so that only the chosen one travels. */
export type PayWords = Record<PayKey, string>;
export type SayPay<Known extends PayKey = PayKey> = SayIn<PayEnglish, Known>;

/** What the pay page says. */
export const payWords: Record<Language, PayWords> = { en };

/** Words of parts that the server alone renders. */
const serverKeys = [
  "payTo",
  "paymentTo",
  "titleOpen",
  "titlePaid",
  "titleState",
  "networkFee",
  "networkFeeNone",
  "payBefore",
  "timeLeft",
  "nextTitle",
  "next1",
  "next2",
  "next2Once",
  "next3",
  "cancelPayment",
  "qrLabel",
  "scan",
] as const satisfies readonly PayKey[];

export type BrowserKey = Exclude<PayKey, (typeof serverKeys)[number]>;
export type BrowserWords = Pick<PayWords, BrowserKey>;

/** The words that travel to the browser: those of parts that the server alone renders would come twice. */
export function browserWords(words: PayWords): BrowserWords {
  const server: ReadonlySet<string> = new Set(serverKeys);
  const kept = Object.entries(words).filter(([key]) => !server.has(key));
  return Object.fromEntries(kept) as BrowserWords;
}

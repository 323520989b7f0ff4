import type { WordKey, Words } from "./say";

/** Words of parts that the server alone renders. */
const serverKeys = [
  "testBar",
  "testBarDetail",
  "poweredBy",
  "payTo",
  "networkFee",
  "networkFeeNone",
  "payBefore",
  "timeLeft",
  "help",
  "helpLink",
  "helpPlain",
  "nextTitle",
  "next1",
  "next2",
  "next2Once",
  "next3",
  "cancelPayment",
  "qrLabel",
  "scan",
  "notFoundHome",
  "notFoundTitle",
  "notFoundIntro",
] as const satisfies readonly WordKey[];

export type BrowserKey = Exclude<WordKey, (typeof serverKeys)[number]>;
export type BrowserWords = Pick<Words, BrowserKey>;

/** The words that travel to the browser: those of parts that the server alone renders would come twice. */
export function browserWords(words: Words): BrowserWords {
  const server: ReadonlySet<string> = new Set(serverKeys);
  const kept = Object.entries(words).filter(([key]) => !server.has(key));
  return Object.fromEntries(kept) as BrowserWords;
}

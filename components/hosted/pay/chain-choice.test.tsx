import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { browserWords, type PayEnglish, payWords } from "@/components/hosted/words/pay/pay-words";
import type { ChainBalance, PayPage } from "@/lib/contract/payments/hosted-pay";
import { sayIn } from "@/lib/core/text/say";
import { ChainChoice } from "./chain-choice";
import { type Pay, PayProvider } from "./pay-context";

const page = {
  amount: "49000000",
  currency: "USDC",
  decimals: 6,
  network: { chainId: 8453, label: "Base" },
  chains: [
    { chainId: 8453, label: "Base" },
    { chainId: 10, label: "OP Mainnet" },
    { chainId: 1, label: "Ethereum" },
  ],
} as unknown as PayPage;
const say = sayIn<PayEnglish>(browserWords(payWords.en) as typeof payWords.en);
const pay = { page, say, locale: "en" } as unknown as Pay;

const balances: ChainBalance[] = [
  { chainId: 8453, balance: "48999999" },
  { chainId: 10, balance: "49000000" },
  { chainId: 1, balance: null },
];

/** The text of each choice, and its radio. */
function choicesOf(props: Omit<Parameters<typeof ChainChoice>[0], "onPick">) {
  const html = renderToString(
    <PayProvider value={pay}>
      <ChainChoice {...props} onPick={() => {}} />
    </PayProvider>,
  );
  return [...html.matchAll(/<label.*?<\/label>/g)].map(([label]) => ({
    radio: /<input[^>]*>/.exec(label)?.[0] ?? "",
    text: label
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ")
      .trim(),
  }));
}

test("each chain is a radio with its balance, and with what is known of it", () => {
  const choices = choicesOf({ picked: 10, balances });
  expect(choices.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^Base 48\.999999.USDC Not enough$/),
    expect.stringMatching(/^OP Mainnet 49\.00.USDC$/),
    "Ethereum Balance unavailable",
  ]);
  expect(choices.map(({ radio }) => /checked/.test(radio))).toEqual([false, true, false]);
  for (const { radio } of choices) expect(radio).toMatch(/type="radio".* name="chain"/);
});

test("balances that are being read are said to be, and without a wallet there are none", () => {
  expect(choicesOf({ picked: 8453, balances: null })[1]?.text).toBe("OP Mainnet Loading balance…");
  expect(choicesOf({ picked: 8453 })[1]?.text).toBe("OP Mainnet");
});

test("a session that stays where it is offers its own chain alone", () => {
  const choices = choicesOf({ picked: 8453, settled: true, balances });
  expect(choices.map(({ radio }) => /aria-disabled="true"/.test(radio))).toEqual([
    false,
    true,
    true,
  ]);
});

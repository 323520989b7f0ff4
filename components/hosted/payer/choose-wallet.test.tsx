import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { homeWords, subscriptionsWords } from "@/components/hosted/words/payer/payer-words";
import { ChooseWallet } from "./choose-wallet";
import type { Attempt } from "./wallet-attempts";

const shown = (attempt: Attempt | null) =>
  renderToStaticMarkup(
    <ChooseWallet
      wallets={{ testChainId: null, connectors: null, networks: [] }}
      attempt={attempt}
      label="signInWith"
      words={homeWords(subscriptionsWords.en)}
      onChoose={() => {}}
      onLeave={() => {}}
    />,
  );

test("a wallet that is waited for can be left", () => {
  const html = shown({ wallet: "Silent", problem: null });
  expect(html).toContain("Open Silent and sign the message.");
  expect(html).toContain("Use another wallet");
});

test("there is nothing to leave before a wallet is chosen, and after it has answered", () => {
  expect(shown(null)).not.toContain("Use another wallet");
  const html = shown({ wallet: "One", problem: "rejected" });
  expect(html).toContain("You declined in One.");
  expect(html).not.toContain("Use another wallet");
});

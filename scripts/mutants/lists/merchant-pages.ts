import type { LineMutant } from "@/scripts/mutants/line-mutant";

const sending = {
  file: "lib/client/wallet/send-call.ts",
  test: "lib/client/wallet/send-call.test.ts",
};
const problems = {
  file: "components/identity/problem-of.ts",
  test: "components/identity/problem-of.test.ts",
};

export const mutants: readonly LineMutant[] = [
  {
    ...sending,
    name: "a wallet sends from whatever account it is on",
    from: "if (connected.account.toLowerCase() === wanted.toLowerCase()) return connected;",
    to: "return connected;",
    match: "another account",
  },
  {
    ...sending,
    name: "a wallet sends on whatever chain it is on",
    from: 'if (!isThere) throw new WalletMismatch("network", account);',
    to: "",
    match: "another chain",
  },
  {
    ...sending,
    name: "a transaction that failed is taken for one that was done",
    from: "if (status !== null && Number(status) === 1) return;",
    to: "if (status !== null) return;",
    match: "one that failed",
  },
  {
    ...problems,
    name: "what is to be done first leads to any page",
    from: 'const isOwn = typeof href === "string" && /^\\/[a-z]/.test(href);',
    to: 'const isOwn = typeof href === "string";',
    match: "no other's",
  },
  {
    ...problems,
    name: "a second lower fee is not told when it can be chosen",
    from: 'if (error.reason !== "tier_lowered_recently" || typeof availableAt !== "string") return;',
    to: "if (error.reason || availableAt) return;",
    match: "with the day",
  },
  {
    name: "a wallet for payouts is made in the browser on a public chain",
    file: "lib/domain/merchants/network-of-mode.ts",
    from: "chain.local ? chainId : null",
    to: "chainId",
    test: "lib/domain/merchants/network-of-mode.test.ts",
  },
  {
    name: "a test wallet is offered where none can be made",
    file: "components/dashboard/payout-form.tsx",
    from: "{testChainId !== null && (",
    to: "{(testChainId ?? 1) > 0 && (",
    test: "components/dashboard/payout-form.test.tsx",
  },
];

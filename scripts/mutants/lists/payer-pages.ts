import type { LineMutant } from "@/scripts/mutants/line-mutant";

const subscribe = "lib/domain/hosted-subscribe";
const home = "lib/domain/payer-home";
const subscribed = `${subscribe}/hosted-subscribe.test.ts`;
const atHome = `${home}/payer-home.test.ts`;
const shown = "components/subscribe/is-mandate-as-shown";

export const mutants: readonly LineMutant[] = [
  {
    name: "a permit forgets the payer's other subscriptions",
    file: `${subscribe}/build-mandate.ts`,
    from: "permitValue: committed + cycles * plan.amount,",
    to: "permitValue: cycles * plan.amount,",
    test: subscribed,
    match: "holds both",
  },
  {
    name: "the page words what nobody can subscribe to any more",
    file: `${subscribe}/build-mandate.ts`,
    from: "if (!plan.active) {",
    to: "if (plan.amount === 0n) {",
    test: subscribed,
    match: "archived plan",
  },
  {
    name: "another end than the page's is relayed",
    file: `${subscribe}/relay-mandate.ts`,
    from: "if (signed.endAt - signed.startAt !== cycles * plan.intervalSeconds) {",
    to: "if (cycles === 0n) {",
    test: subscribed,
    match: "whatever was signed",
  },
  {
    name: "a wallet signs for another spender than the page's contract",
    file: `${shown}.ts`,
    from: "spender: plan.subscriptionsAddress,",
    to: 'spender: String(permit.message.spender ?? ""),',
    test: `${shown}.test.ts`,
    match: "another spender",
  },
  {
    name: "a wallet allows more than the page shows",
    file: `${shown}.ts`,
    from: "permitValue: String(BigInt(committed) + BigInt(plan.cap)),",
    to: "permitValue: signed.permitValue,",
    test: `${shown}.test.ts`,
    match: "a higher allowance",
  },
  {
    name: "a message signs in twice",
    file: `${home}/complete-sign-in.ts`,
    from: "and signed_in_at is null and expires_at > now()`;\n  if (!row)",
    to: "and expires_at > now()`;\n  if (!row)",
    test: atHome,
    match: "nonce, once",
  },
  {
    name: "any signature signs in",
    file: `${home}/complete-sign-in.ts`,
    from: "if (!(await isSignedFor(rpc, row.payer, digest, signatureBytes(signature)))) {",
    to: "if (!rpc || !digest || !isSignedFor || !signatureBytes(signature)) {",
    test: atHome,
    match: "no other wallet",
  },
  {
    name: "a sign-in never ends",
    file: `${home}/payer-session.ts`,
    from: "signed_in_at is not null and expires_at > now()`;",
    to: "signed_in_at is not null`;",
    test: atHome,
    match: "an hour",
  },
  {
    name: "a browser is signed in before anything is signed",
    file: `${home}/payer-session.ts`,
    from: "signed_in_at is not null and expires_at > now()`;",
    to: "expires_at > now()`;",
    test: atHome,
    match: "nonce, once",
  },
  {
    name: "a payer ends another one's subscription",
    file: `${home}/own-subscription.ts`,
    from: "where id = ${id} and payer = ${payer} and mode = ${mode} for update`;",
    to: "where id = ${id} and ${payer}::bytea is not null and mode = ${mode} for update`;",
    test: atHome,
    match: "its own alone",
  },
  {
    name: "a payer who is signed in for live mode ends what is of test mode",
    file: `${home}/own-subscription.ts`,
    from: "where id = ${id} and payer = ${payer} and mode = ${mode} for update`;",
    to: "where id = ${id} and payer = ${payer} and ${mode}::text is not null for update`;",
    test: atHome,
    match: "its own alone",
  },
  {
    name: "each of a wallet's subscriptions has all of its balance",
    file: `${home}/read-holdings.ts`,
    from: "left.set(key, { balance: held.balance - row.amount, allowed: held.allowed - row.amount });",
    to: "left.set(key, held);",
    test: atHome,
    match: "the earliest first",
  },
  {
    name: "who allowed too little is not shown how to allow it again",
    file: `${home}/read-holdings.ts`,
    from: "allowCall: allowed === committed ? null",
    to: "allowCall: allowed <= committed ? null",
    test: atHome,
    match: "made what may still be charged",
  },
];

import type { LineMutant } from "@/scripts/mutants/line-mutant";

const intake = { test: "lib/domain/relay/intake/one-signature.test.ts" };
const relay = { test: "lib/domain/relay/one-signature-relay.test.ts" };
const plans = { test: "lib/domain/relay/queue/plan-calls.test.ts" };
const calls = { test: "lib/adapters/chain/payments.test.ts" };

export const mutants: readonly LineMutant[] = [
  {
    ...intake,
    name: "a nonce need not be the digest of the terms",
    file: "lib/domain/relay/intake/check-request.ts",
    from: "if (payment.nonce === termsNonce(deployment, payment)) return;",
    to: "return;",
  },
  {
    ...intake,
    name: "a processor of version 1 is given one signature",
    file: "lib/domain/relay/intake/check-request.ts",
    from: "if (!signaturesOf(deployment).includes(1)) {",
    to: "if (signaturesOf(deployment).length === 0) {",
  },
  {
    ...intake,
    name: "a signature may be longer than what the contract takes",
    file: "lib/domain/relay/intake/check-request.ts",
    from: "if (size(signature) > mostBytes) {",
    to: "if (size(signature) > 2 * mostBytes) {",
  },
  {
    ...intake,
    name: "a salt and the intent's signature are taken together",
    file: "lib/domain/relay/intake/payment-request.ts",
    from: "if (salt !== undefined && intentSignature === undefined) return",
    to: "if (salt !== undefined) return",
  },
  {
    ...intake,
    name: "requests that differ in their salt are one",
    file: "lib/domain/relay/intake/payment-request.ts",
    from: "`salt ${payment.salt}`",
    to: "`salt`",
  },
  {
    ...intake,
    name: "an item of the form that is not asked for is stored",
    file: "lib/domain/relay/intake/insert-submission.ts",
    from: "${one ? digits(payment.salt) : null}",
    to: "${one ? digits(payment.salt / 2n) : null}",
  },
  {
    ...intake,
    name: "terms are hashed as an intent",
    file: "lib/adapters/chain/payments.ts",
    from: "    termsTypeHash,",
    to: "    intentTypeHash,",
  },
  {
    ...intake,
    name: "every session takes one signature",
    file: "lib/adapters/chain/payments.ts",
    from: "processorVersion(deployment) === 1 ? [2] : [1, 2]",
    to: "processorVersion(deployment) === 0 ? [2] : [1, 2]",
  },
  {
    ...plans,
    name: "both forms share a call",
    file: "lib/domain/relay/queue/plan-calls.ts",
    from: "  return payment.signatures === 2 ? [{ ...item, payment }] : [];",
    to: "  return [{ ...item, payment: payment as never }];",
  },
  {
    ...plans,
    name: "an amount that does not fit goes into a batch",
    file: "lib/adapters/chain/payment-calls.ts",
    from: "? amount <= MAX_TERMS_AMOUNT && validBefore",
    to: "? validBefore",
  },
  {
    ...plans,
    name: "an item that is not valid from the beginning goes into a batch",
    file: "lib/adapters/chain/payment-calls.ts",
    from: "validBefore <= MAX_TERMS_TIME && validAfter === 0n",
    to: "validBefore <= MAX_TERMS_TIME",
  },
  {
    ...plans,
    name: "the encoder drops when an item is valid from",
    file: "lib/adapters/chain/payment-calls.ts",
    from: 'if (validAfter !== 0n) throw new Error("an item of a batch is valid from the beginning");',
    to: "",
  },
  {
    ...plans,
    name: "the encoder packs a signature that is not a key's",
    file: "lib/adapters/chain/payment-calls.ts",
    from: 'if (!isEcdsaSignature(authSignature)) throw new Error("an item of a batch is signed by a key");',
    to: "",
  },
  {
    ...plans,
    name: "the encoder packs an item that is too short",
    file: "lib/adapters/chain/payment-calls.ts",
    from: "if (size(packed) !== TERMS_ITEM_BYTES) throw",
    to: "if (size(packed) === 0) throw",
  },
  {
    ...calls,
    name: "a batch of version 2 has too little gas for its calldata",
    file: "lib/adapters/chain/call-gas.ts",
    from: "itemCalldata: 6_000n,",
    to: "itemCalldata: 5_000n,",
  },
  {
    ...relay,
    name: "the calls of all processors are those of version 1",
    file: "lib/domain/relay/settlements/take-settlements.ts",
    from: "planCalls(processorVersion(deployment), items)",
    to: "planCalls(1, items)",
  },
  {
    ...relay,
    name: "an authorization that settled the payment in the other form is consumed",
    file: "lib/domain/payments/close-submissions.ts",
    from: "array(${ofOtherForm(tx)})",
    to: "array[]::text[]",
  },
  {
    ...relay,
    name: "what was settled in the other form may be signed for again",
    file: "lib/domain/relay/outcomes/is-settled.ts",
    from: "where ${settlesOtherwise(db, alias)}",
    to: "where false and ${settlesOtherwise(db, alias)}",
  },
  {
    ...relay,
    name: "a settlement of other terms with the same nonce is that of the payment",
    file: "lib/domain/payments/settles-otherwise.ts",
    from: "and t.token_address = ${s}.token_address and t.amount = ${s}.amount",
    to: "and t.token_address = ${s}.token_address",
  },
  {
    ...relay,
    name: "what proves a payment of one signature is not kept",
    file: "lib/domain/payments/confirm-settlements.ts",
    from: "select s.intent_signature, s.salt from",
    to: "select s.intent_signature, null::numeric from",
  },
];

import type { LineMutant } from "@/scripts/mutants/line-mutant";

const merchants = "lib/domain/merchants";
const account = `${merchants}/merchant-account.test.ts`;
const own = `${merchants}/own-merchants.test.ts`;
const changes = `${merchants}/record-changes.test.ts`;
const status = { file: `${merchants}/get-chain-status.ts`, test: own };
const state = { file: `${merchants}/get-onchain-state.ts`, test: account };
const balance = { file: `${merchants}/get-balance.ts`, test: own };
const creating = { file: `${merchants}/create-own-merchant.ts`, test: own };
const handing = { file: `${merchants}/transfer-ownership.ts`, test: changes };
const calling = { file: `${merchants}/record-calls.ts`, test: changes };

export const mutants: readonly LineMutant[] = [
  {
    ...status,
    match: "told about at onboarding",
    name: "live mode takes no signature of a wallet",
    from: "    withoutProof,\n",
    to: "",
  },
  {
    ...status,
    match: "what is left",
    name: "test mode asks for what live mode takes",
    from: 'if (ctx.actor.mode === "test") return address;',
    to: "",
    test: account,
  },
  {
    ...status,
    match: "has failed",
    name: "why a registration has failed is not told",
    from: "failure: isRegistered ? null : (row?.failure ?? null),",
    to: "failure: null,",
  },
  {
    ...state,
    match: "sees its record",
    name: "a record is said to be live while no node answers",
    from: "stale: chainMerchantId !== null && !live,",
    to: "stale: chainMerchantId === null,",
  },
  {
    ...state,
    match: "sees its record",
    name: "a raise that is in force is announced",
    from: "case when next_fee_at > clock_now() then next_fee_bps end as announced_bps",
    to: "next_fee_bps as announced_bps",
  },
  {
    ...state,
    test: changes,
    match: "handed over",
    name: "a transfer that nobody has begun is to be accepted",
    from: "if (chainMerchantId === null || !record?.pendingOwner) {",
    to: "if (chainMerchantId === null || !record) {",
  },
  {
    ...state,
    test: changes,
    match: "follows the owner's transaction",
    name: "what is final is what the newest block says",
    from: "owner !== null && payout !== null ? { owner, payoutAddress: payout }",
    to: "owner !== null && record ? { owner, payoutAddress: record.payoutAddress }",
  },
  {
    file: `${merchants}/read-live-record.ts`,
    test: account,
    match: "sees its record",
    name: "a node that does not answer fails the request",
    from: "if (isChainTrouble(error)) return null;",
    to: "",
  },
  {
    ...balance,
    match: "present payout address",
    name: "what another address held is shown as this one's",
    from: "      and address = ${holder}`;",
    to: "      and ${holder} is not null`;",
  },
  {
    ...balance,
    match: "present payout address",
    name: "an older block's balance replaces a newer one's",
    from: "where merchant_balances.block_number < excluded.block_number",
    to: "where merchant_balances.block_number > 0",
  },
  {
    ...balance,
    match: "present payout address",
    name: "a test payout address is a live one's balance",
    from: "case when ${mode} = 'live' then m.payout_address else m.test_payout_address end",
    to: "m.payout_address",
  },
  {
    ...balance,
    test: account,
    match: "sees what its payout address holds",
    name: "a balance is said to be live while no node answers",
    from: "stale: holder !== null && !live,",
    to: "stale: false,",
  },
  {
    ...creating,
    match: "five at most",
    name: "a person has any number of merchants",
    from: "if (owned.length >= MOST) {",
    to: "if (owned.length < 0) {",
  },
  {
    ...creating,
    match: "five at most",
    name: "two requests at once make one merchant too many",
    from: "where id = ${userId} for update`;",
    to: "where id = ${userId}`;",
  },
  {
    ...creating,
    match: "suspension",
    name: "who is suspended begins anew",
    from: 'status === "suspended"',
    to: 'status === "paused"',
  },
  {
    file: `${merchants}/list-own-merchants.ts`,
    test: own,
    match: "belongs to who made it",
    name: "everybody's merchants are listed",
    from: "where s.user_id = ${actor.userId}",
    to: "where s.user_id <> '' and ${actor.userId} <> ''",
  },
  {
    file: "lib/domain/identity/sync-user.ts",
    test: own,
    match: "verified address of its owner",
    name: "the address of a further owner replaces the first one's",
    from: "and f.created_at < s.created_at",
    to: "and f.created_at is null",
  },
  {
    file: `${merchants}/live-eligibility.ts`,
    test: own,
    match: "one person",
    name: "two persons together may go live",
    from: "const candidates = verified.length > 0 ? verified : good;",
    to: "const candidates = good;",
  },
  {
    file: `${merchants}/live-eligibility.ts`,
    test: own,
    match: "one person",
    name: "somebody goes live by another person's second factor",
    from: 'and (${actor.kind === "key"} or',
    to: "and (${actor.kind !== null} or",
  },
  {
    ...handing,
    match: "wallets that a list names",
    name: "a record is handed to a wallet that was not screened",
    from: 'await requireClearWallets(ctx, actor.mode, [{ param: "newOwner", wallet: newOwner }]);',
    to: "",
  },
  {
    ...handing,
    match: "handed over",
    name: "the owner of before is asked to hand the record over",
    from: "owner: live?.owner ?? owner }",
    to: "owner }",
  },
  {
    ...handing,
    match: "handed over",
    name: "a record is handed to who has it",
    from: "if (newOwner === owner) {",
    to: 'if (newOwner === "0x") {',
  },
  {
    ...handing,
    match: "handed over",
    name: "a transfer leaves no trace",
    from: 'action: "merchant.transfer_ownership",',
    to: 'action: "merchant.look",',
  },
  {
    file: "lib/contract/merchant-wallets.ts",
    test: own,
    match: "wallets that can be paid",
    name: "a record is handed over without a fresh authentication",
    from: '.meta({ id: "OwnershipTransfer" }),\n  stepUp: true,',
    to: '.meta({ id: "OwnershipTransfer" }),',
  },
  {
    file: "lib/contract/merchant-wallets.ts",
    test: own,
    match: "wallets that can be paid",
    name: "a merchant is registered without a fresh authentication",
    from: "response: chainStatus,\n  stepUp: true,",
    to: "response: chainStatus,",
  },
  {
    ...calling,
    match: "handed over",
    name: "the owner is asked to accept",
    from: "acceptOwnership: (newOwner: Address) =>\n      call(\n        newOwner,",
    to: "acceptOwnership: (newOwner: Address) =>\n      call(\n        to,",
  },
];

import type { LineMutant } from "@/scripts/mutants/line-mutant";

const merchants = "lib/domain/merchants";
const wallets = {
  file: "lib/domain/registrations/tell-of-wallets.ts",
  test: `${merchants}/record-changes.test.ts`,
};
const unlocking = {
  file: `${merchants}/unlock-live-mode.ts`,
  test: "lib/domain/identity/privy.test.ts",
  match: "unlocks live mode",
};
const syncing = { ...unlocking, file: "lib/domain/identity/sync-user.ts" };

export const mutants: readonly LineMutant[] = [
  {
    ...wallets,
    name: "a merchant is mailed of wallets that are as they were",
    from: "    where c.before <> c.after\n",
    to: "",
  },
  {
    ...wallets,
    name: "another payout address is mailed to nobody",
    from: "  await tellOfWallets(tx, before, through);\n",
    to: "",
    file: "lib/domain/registrations/apply-registry-changes.ts",
  },
  {
    ...wallets,
    name: "another owner is mailed to nobody",
    from: ",\n      ('owner_changed', hex_bytes(w.owner), m.owner)",
    to: "",
  },
  {
    ...wallets,
    test: "lib/indexer/registry-events.test.ts",
    match: "takes its changes with it",
    name: "an event whose block is read again is mailed again",
    from: "encode(e.domain_key, 'hex')",
    to: "new_id('eml')",
  },
  {
    file: `${merchants}/change-payout.ts`,
    test: `${merchants}/own-merchants.test.ts`,
    match: "takes its place",
    name: "the first payout address is mailed as another one",
    from: "  if (before === null) return;\n",
    to: "",
  },
  {
    file: `${merchants}/change-payout.ts`,
    test: `${merchants}/own-merchants.test.ts`,
    match: "takes its place",
    name: "another payout address that no registry has is mailed to nobody",
    from: "    await mailOfPayout(ctx, tx, saidIn(ctx.actor, before), payout);\n",
    to: "",
  },
  {
    file: "lib/domain/webhook-endpoints/rotate-webhook-secret.ts",
    test: "lib/domain/webhook-endpoints/webhook-endpoints.test.ts",
    match: "each secret that is replaced",
    name: "a secret that is replaced is mailed to nobody",
    from: "    await mailOfSecret(ctx, tx, after);\n",
    to: "",
  },
  {
    ...unlocking,
    name: "live mode is said to be unlocked each time",
    from: "live_unlocked_at is null and ",
    to: "",
  },
  {
    ...unlocking,
    name: "live mode is unlocked for whoever is suspended",
    from: "status = 'active' and ",
    to: "",
  },
  {
    ...unlocking,
    name: "live mode is unlocked for whoever has not told about the business",
    from: "      and country_code is not null and payout_address is not null\n",
    to: "",
  },
  {
    ...unlocking,
    test: "lib/domain/identity/factors.test.ts",
    match: "the last thing missing",
    name: "live mode is unlocked for everybody",
    from: "      and id in (select merchant_id from memberships where user_id = ${userId})\n",
    to: "      and ${userId}::text is not null\n",
  },
  {
    file: "lib/domain/identity/totp.ts",
    test: "lib/domain/identity/factors.test.ts",
    match: "the last thing missing",
    name: "an app that was the last thing missing unlocks nothing",
    from: "    await unlockMerchants(tx, userId);\n",
    to: "",
  },
  {
    ...syncing,
    name: "live mode is unlocked without a second factor",
    from: "email !== null && profile.secondFactors.length > 0",
    to: "email !== null",
  },
  {
    ...syncing,
    name: "somebody is welcomed with each change of the address",
    from: "isFirst && id === membership.merchantId",
    to: "id === membership.merchantId",
    test: "lib/domain/identity/sessions.test.ts",
    match: "makes one merchant",
  },
  {
    ...syncing,
    name: "whoever had no address at first is never welcomed",
    from: "  if (isReached) await welcome(tx, membership.merchantId);\n",
    to: "",
  },
  {
    ...syncing,
    name: "whoever signs up is not welcomed",
    from: "  await welcome(tx, merchantId);\n",
    to: "",
    test: "lib/domain/identity/sessions.test.ts",
    match: "makes one merchant",
  },
  {
    file: `${merchants}/onboard-merchant.ts`,
    test: `${merchants}/wallet-proof.test.ts`,
    match: "unlocked by onboarding",
    name: "onboarding unlocks nothing",
    from: "      if (isUnlocked(registration)) await unlockLiveMode(tx, ctx.actor.userId);\n",
    to: "",
  },
  {
    file: `${merchants}/onboard-merchant.ts`,
    test: `${merchants}/wallet-proof.test.ts`,
    match: "by whoever looks",
    name: "onboarding unlocks whatever is missing",
    from: "if (isUnlocked(registration)) ",
    to: "",
  },
  {
    file: `${merchants}/get-live-eligibility.ts`,
    test: `${merchants}/wallet-proof.test.ts`,
    match: "by whoever looks",
    name: "looking at what is missing for live mode unlocks it",
    from: "  if (reasons.length === 0) await",
    to: "  await",
  },
];

import { addressOf } from "@/lib/adapters/chain/chains";
import { checksumAddress } from "@/lib/core/hex";
import { listKeepers } from "@/lib/domain/operator-calls/list-keepers";
import { callCommand } from "@/scripts/operator/call-command";
import { contextOf, defineCommand } from "@/scripts/operator/command";
import {
  addressText,
  chooseNamed,
  deploymentInput,
  deploymentOptions,
} from "@/scripts/operator/options";
import { table } from "@/scripts/operator/table";

export const keepers = defineCommand({
  name: "keepers",
  summary: "which wallets may charge subscriptions",
  help: `Lists the relay's wallets, and the accounts that allow-keeper and disallow-keeper were about, and says of
each whether the contract for subscriptions lets it charge. A relay's wallet that may not charges
nothing: use allow-keeper after a wallet was added, and disallow-keeper after one was retired.`,
  words: [],
  options: deploymentOptions,
  changes: false,
  input: deploymentInput,
  async run(desk, given) {
    const ctx = await contextOf(desk);
    const deployment = chooseNamed(ctx, given);
    const found = await listKeepers(ctx, deployment);
    const rows = found.map(({ account, isAllowed, isRelayer }) => [
      checksumAddress(account),
      isAllowed ? "may charge" : "may not charge",
      isRelayer ? "a relay's wallet" : "",
    ]);
    const manager = checksumAddress(addressOf(deployment, "subscriptions"));
    const lines = [
      `The contract for subscriptions is ${manager} on chain ${deployment.chainId}.`,
      ...(rows.length > 0 ? table(rows) : ["No wallet is known."]),
    ];
    return { lines, data: { keepers: found } };
  },
});

const keeperInput = deploymentInput.extend({ address: addressText });

/** A command that lets an account charge, or no more. */
const keeperCommand = (text: { name: string; summary: string; help: string; isAllowed: boolean }) =>
  callCommand({
    ...text,
    words: ["ADDRESS"],
    options: deploymentOptions,
    input: keeperInput,
    async want(ctx, { address: keeper, ...given }) {
      const { isAllowed } = text;
      const deployment = chooseNamed(ctx, given);
      const may = isAllowed ? "may" : "may not";
      return {
        wanted: { kind: "set_keeper", deployment, keeper, isAllowed } as const,
        line: `Wanted: ${checksumAddress(keeper)} ${may} charge subscriptions.`,
      };
    },
  });

const made =
  "The registry's operator signs it. Dry, it prints what is so now, the call, and what it costs.";

export const allowKeeperCommand = keeperCommand({
  name: "allow-keeper",
  summary: "let a wallet charge subscriptions",
  help: `Lets a wallet charge subscriptions, within what their payers signed. Use it for each wallet of the relay.
${made}`,
  isAllowed: true,
});

export const disallowKeeperCommand = keeperCommand({
  name: "disallow-keeper",
  summary: "let a wallet charge subscriptions no more",
  help: `Takes the right to charge subscriptions from a wallet. Use it when its key is lost or leaked, and after
retire-wallet. ${made}`,
  isAllowed: false,
});

import { z } from "zod";
import { addressOf, chainById, type Deployment } from "@/lib/adapters/chain/chains";
import { readTreasuryOf } from "@/lib/adapters/chain/reads/treasury";
import { currencies, toDecimal } from "@/lib/core/amounts/money";
import { feeContracts } from "@/lib/core/chain/contract-kinds";
import { checksumAddress } from "@/lib/core/chain/hex";
import { impossible } from "@/lib/core/errors";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { type Fees, readFees } from "@/lib/domain/platform/treasury/read-fees";
import { type Roles, readRoles } from "@/lib/domain/platform/treasury/read-roles";
import { listKeepers } from "@/lib/domain/wallets/operator-calls/list-keepers";
import { callCommand } from "@/operator/call-command";
import { contextOf, defineCommand, type Finding } from "@/operator/command";
import {
  addressText,
  chainInput,
  chainOption,
  chooseNamed,
  deploymentInput,
  deploymentOptions,
} from "@/operator/options";
import { table } from "@/operator/wording";

const help = `Shows who holds the treasury and the registry's operator of a deployment, whether one of them is
being handed over, and since when and until when the admin's notice runs; and of each contract that keeps fees, in each token, the fees that
accrued, that were swept, and that wait, by the contract's events, and what the contract counts. sweep sends them to
the treasury.`;

export const treasury = defineCommand({
  name: "treasury",
  summary: "show the treasury's holder, a pending handover, and the waiting fees",
  help,
  words: [],
  options: deploymentOptions,
  changes: false,
  input: deploymentInput,
  async run(desk, given) {
    const ctx = await contextOf(desk);
    const deployment = chooseNamed(ctx, given);
    return find(ctx, deployment);
  },
});

async function find(ctx: Context<OperatorActor>, deployment: Deployment): Promise<Finding> {
  const address = addressOf(deployment, "registry");
  const tokens = Object.values(deployment.tokens);
  const [all, present, ...fees] = await Promise.all([
    readRoles(ctx.db),
    readTreasuryOf(deployment.chain.rpc, address),
    ...feeContracts.flatMap((contract) =>
      deployment.contracts[contract]
        ? tokens.map(async (token) => ({
            contract,
            token,
            ...(await readFees(ctx.db, deployment, { contract, token: token.address })),
          }))
        : [],
    ),
  ]);
  const roles = all.find(({ deploymentId }) => deploymentId === deployment.id) ?? null;
  const rows = fees.map(({ contract, token, ...found }) => [
    contract,
    ...feeRow(token.currency, token.decimals, found),
  ]);
  return {
    lines: [
      `The treasury is ${checksumAddress(present)}.`,
      ...(roles ? roleLines(roles) : ["The contracts' roles have not been read yet."]),
      "",
      ...table([["contract", "fees", "accrued", "final", "swept", "wait", "counted"], ...rows]),
    ],
    data: { treasury: present, roles, fees },
  };
}

function roleLines({
  operator,
  offeredTreasury,
  announcedTreasury,
  offeredOperator,
  announcedOperator,
}: Roles): string[] {
  const lines = [
    operator === null
      ? "The registry's operator is not known yet."
      : `The registry's operator is ${checksumAddress(operator.account)}, since ${operator.at.toISOString()}.`,
  ];
  if (offeredTreasury) {
    const { account, at } = offeredTreasury;
    lines.push(
      `The treasury offers its role to ${checksumAddress(account)} since ${at.toISOString()}: that account has to accept it.`,
    );
  }
  if (announcedTreasury) {
    const { account, at, acceptableAt } = announcedTreasury;
    lines.push(
      `The admin announced ${checksumAddress(account)} as treasury at ${at.toISOString()}: it may take over from ${acceptableAt.toISOString()} on, unless the treasury vetoes.`,
    );
  }
  if (offeredOperator) {
    const { account, at } = offeredOperator;
    lines.push(
      `The operator offers its role to ${checksumAddress(account)} since ${at.toISOString()}.`,
    );
  }
  if (announcedOperator) {
    const { account, at, acceptableAt } = announcedOperator;
    lines.push(
      `The admin announced ${checksumAddress(account)} as operator at ${at.toISOString()}: it may take over from ${acceptableAt.toISOString()} on, unless the operator vetoes.`,
    );
  }
  return lines;
}

function feeRow(currency: string, decimals: number, fees: Fees): string[] {
  const { accrued, finalAccrued, swept, waiting, counted } = fees;
  const amounts = [accrued, finalAccrued, swept, waiting, counted];
  return [currency, ...amounts.map((amount) => toDecimal(amount, decimals))];
}

export const sweepCommand = callCommand({
  name: "sweep",
  summary: "send the fees that a contract holds to the treasury",
  help: `Moves the fees of one currency, all but one unit, from the payment processor, the subscription manager or the escrow, to the registry's treasury. Anyone may
make the call: the operator's wallet does, or the wallet that --print's call is given to. Without --apply, prints the fees, the call, and its cost.`,
  words: [],
  options: {
    ...deploymentOptions,
    contract: { value: feeContracts.join("|"), text: "the contract that holds them" },
    currency: { value: "USDC|EURC", text: "the fees' currency" },
  },
  input: deploymentInput.extend({
    contract: z.enum(feeContracts).default("processor"),
    currency: z.enum(currencies).default("USDC"),
  }),
  async want(ctx, { contract, currency, ...given }) {
    const deployment = chooseNamed(ctx, given);
    const token = deployment.tokens[currency];
    if (!token) throw impossible(`Chain ${deployment.chainId} has no ${currency} here.`);
    if (!deployment.contracts[contract]) throw impossible(`The deployment has no ${contract}.`);
    return {
      wanted: { kind: "sweep_fees", deployment, contract, token: token.address } as const,
      line: `Wanted: the fees of the ${contract} in ${currency} are with the treasury.`,
    };
  },
});

export const sweepWalletCommand = callCommand({
  name: "sweep-wallet",
  summary: "send a retired wallet's gas money to an address",
  help: `Moves what a retired wallet holds of its chain's own currency to an address, signed by the wallet itself
once none of its nonces is open. The wallet keeps enough for the transaction's cost. Use this after retire-wallet, while the key is still configured. Without --apply, prints the balance, the amount, and the cost.`,
  words: ["ADDRESS"],
  options: { chain: chainOption, to: { value: "ADDRESS", text: "the recipient" } },
  input: chainInput.extend({ address: addressText, to: addressText }),
  async want(ctx, { chain, address, to }) {
    const wanted = {
      kind: "sweep_wallet",
      chain: chainById(ctx.chains, chain),
      wallet: address,
      recipient: to,
    } as const;
    return { wanted, line: `Wanted: what ${address} holds is with ${to}.` };
  },
});

export const keepers = defineCommand({
  name: "keepers",
  summary: "list wallets that may charge subscriptions",
  help: `Lists the relay's wallets, and every other account that the contract's events named, and says of each whether the registry lets it charge. A relay wallet without this right charges nothing: use allow-keeper after adding a wallet, and disallow-keeper after retiring one.`,
  words: [],
  options: deploymentOptions,
  changes: false,
  input: deploymentInput,
  async run(desk, given) {
    const ctx = await contextOf(desk);
    const deployment = chooseNamed(ctx, given);
    const found = await listKeepers(ctx, deployment);
    const rows = found.map(({ account, isAllowed, isRelayer, isUnkeyed }) => [
      checksumAddress(account),
      isAllowed ? "may charge" : "may not charge",
      ...(isUnkeyed ? ["a relay's wallet, whose key is not set here"] : []),
      ...(isRelayer ? ["a relay's wallet"] : []),
    ]);
    const registry = checksumAddress(addressOf(deployment, "registry"));
    const lines = [
      `The registry is ${registry} on chain ${deployment.chainId}.`,
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
  "The registry's operator signs the call. Without --apply, prints the current state, the call, and its cost.";

export const allowKeeperCommand = keeperCommand({
  name: "allow-keeper",
  summary: "let a wallet charge subscriptions",
  help: `Lets a wallet charge subscriptions, within the terms that their payers signed. Use this for each wallet of the relay.
${made}`,
  isAllowed: true,
});

export const disallowKeeperCommand = keeperCommand({
  name: "disallow-keeper",
  summary: "stop a wallet from charging subscriptions",
  help: `Revokes a wallet's right to charge subscriptions. Use this when its key is lost or leaked, and after retire-wallet. ${made}`,
  isAllowed: false,
});

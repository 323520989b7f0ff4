import { contractOf, type Deployment } from "@/lib/adapters/chain/chains";
import { readTreasuryOf } from "@/lib/adapters/chain/treasury";
import { checksumAddress } from "@/lib/core/hex";
import { toDecimal } from "@/lib/core/money";
import type { Context, OperatorActor } from "@/lib/domain/context";
import { type Fees, readFees } from "@/lib/domain/treasury/read-fees";
import { type Roles, readRoles } from "@/lib/domain/treasury/read-roles";
import { contextOf, defineCommand, type Finding } from "@/scripts/operator/command";
import { chooseNamed, deploymentInput, deploymentOptions } from "@/scripts/operator/options";
import { table } from "@/scripts/operator/table";

const help = `Shows who holds the treasury and the registry's operator of a deployment, whether one of them is
being handed over, and since when and until when the admin's notice runs; and of each token the fees that
accrued, that were swept, and that wait. What is fees comes from the contract's events; what the
processor holds besides was sent there by mistake. sweep prints the treasury's call.`;

export const treasury = defineCommand({
  name: "treasury",
  summary: "who holds the treasury, a hand-over that is pending, and the fees that wait",
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
  const { address } = contractOf(deployment, "processor");
  const tokens = Object.values(deployment.tokens);
  const [all, present, ...fees] = await Promise.all([
    readRoles(ctx.db),
    readTreasuryOf(deployment.chain.rpc, address),
    ...tokens.map(async (token) => ({
      token,
      ...(await readFees(ctx.db, deployment, token.address)),
    })),
  ]);
  const roles = all.find(({ deploymentId }) => deploymentId === deployment.id) ?? null;
  const rows = fees.map(({ token, ...found }) => feeRow(token.currency, token.decimals, found));
  return {
    lines: [
      `The treasury is ${checksumAddress(present)}.`,
      ...(roles ? roleLines(roles) : ["Nothing was read of the contracts' roles yet."]),
      "",
      ...table([["fees", "accrued", "final", "swept", "wait", "balance", "no fees"], ...rows]),
    ],
    data: { treasury: present, roles, fees },
  };
}

function roleLines({
  operator,
  offeredTreasury,
  announcedTreasury,
  offeredOperator,
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
  return lines;
}

function feeRow(currency: string, decimals: number, fees: Fees): string[] {
  const { accrued, finalAccrued, swept, waiting, balance, stray } = fees;
  const amounts = [accrued, finalAccrued, swept, waiting, balance, stray];
  return [currency, ...amounts.map((amount) => toDecimal(amount, decimals))];
}

import { readOperatorRole } from "@/lib/adapters/chain/calls/operator-role-calls";
import { addressOf, type Deployment } from "@/lib/adapters/chain/chains";
import { checksumAddress } from "@/lib/core/chain/hex";
import type { Context, OperatorActor } from "@/lib/domain/platform/context";
import { drainRelay } from "@/lib/domain/wallets/drain-relay";
import { type Keeper, listKeepers } from "@/lib/domain/wallets/operator-calls/list-keepers";
import { type RoleStep, roleLines } from "@/lib/domain/wallets/operator-calls/plan-role-call";
import { previewRoleCall } from "@/lib/domain/wallets/operator-calls/preview-role-call";
import { requestOperatorCall } from "@/lib/domain/wallets/operator-calls/request-operator-call";
import { printed } from "@/operator/call-command";
import { contextOf, defineCommand, type Finding } from "@/operator/command";
import { addressText, chooseNamed, deploymentInput, deploymentOptions } from "@/operator/options";
import { counted, table } from "@/operator/wording";

export const operatorRole = defineCommand({
  name: "operator-role",
  summary: "show who operates the registry, and notices of another operator",
  help: `Shows the registry's operator and admin, an offer or an announcement of another operator with the end of its
notice, and whether the operator has used its one veto.`,
  words: [],
  options: deploymentOptions,
  changes: false,
  input: deploymentInput,
  async run(desk, given) {
    const deployment = chooseNamed(await contextOf(desk), given);
    const registry = addressOf(deployment, "registry");
    const role = await readOperatorRole(deployment.chain.rpc, registry);
    return { lines: roleLines(role), data: { registry, role } };
  },
});

interface StepText {
  readonly name: string;
  readonly summary: string;
  readonly help: string;
}

const printedOnly = `Prints the call for the account's own wallet, says when the contract would refuse it now, and changes
nothing.`;

const say = async (deployment: Deployment, step: RoleStep, line: string) =>
  printed(await previewRoleCall(deployment, step), line);

/** A command that names the next operator. */
const namingCommand = (kind: "offer" | "announce", text: StepText) =>
  defineCommand({
    ...text,
    help: `${text.help} ${printedOnly}`,
    words: ["ADDRESS"],
    options: deploymentOptions,
    changes: false,
    input: deploymentInput.extend({ address: addressText }),
    async run(desk, { address: to, ...given }) {
      const deployment = chooseNamed(await contextOf(desk), given);
      return say(deployment, { kind, to }, `Wanted: ${checksumAddress(to)} is the operator.`);
    },
  });

/** A command about whom has been named. */
const answeringCommand = (kind: "veto" | "accept", line: string, text: StepText) =>
  defineCommand({
    ...text,
    help: `${text.help} ${printedOnly}`,
    words: [],
    options: deploymentOptions,
    changes: false,
    input: deploymentInput,
    async run(desk, given) {
      return say(chooseNamed(await contextOf(desk), given), { kind }, line);
    },
  });

export const offerOperatorCommand = namingCommand("offer", {
  name: "offer-operator",
  summary: "print the operator's call that offers its role to another account",
  help: `Hands the operator role over with the operator's own key: the account that is named accepts it with
accept-operator.`,
});

export const announceOperatorCommand = namingCommand("announce", {
  name: "announce-operator",
  summary: "print the admin's call that replaces a lost operator after 7 days",
  help: `Replaces an operator whose key is lost or stolen: the admin announces another account, which may take the
role after 7 days. The operator may veto once in its term, so a thief delays it by one more announcement.`,
});

export const vetoOperatorCommand = answeringCommand(
  "veto",
  "Wanted: the announced operator is refused.",
  {
    name: "veto-operator",
    summary: "print the operator's call that refuses an announced operator",
    help: `Refuses the account that the admin announced, when the admin's key is in other hands. There is one veto in
an operator's term: hand the role to a new account of yours afterwards, and replace what the admin's key can reach.`,
  },
);

export const acceptOperatorCommand = answeringCommand(
  "accept",
  "Wanted: the account that is named has the operator's role.",
  {
    name: "accept-operator",
    summary: "print the call with which the named account becomes the operator",
    help: `Takes the operator role: for the account that the admin announced once its notice is over, otherwise for the
account that the operator offered it. Set OPERATOR_PRIVATE_KEY afterwards, restart, and run replace-keepers.`,
  },
);

export const replaceKeepersCommand = defineCommand({
  name: "replace-keepers",
  summary: "revoke every keeper that is no relay wallet, and allow every one that is",
  help: `Compares the accounts that may charge subscriptions with the relay's wallets, and queues the operator's calls
that make them the same. Use this after the operator's role or a relay's key changed hands: keepers of before keep
their right until the operator takes it away. A relay wallet whose key is not set here is known by the database, and
kept: retire it first. Without --apply, prints what would be called.`,
  words: [],
  options: deploymentOptions,
  changes: true,
  input: deploymentInput,
  async run(desk, given) {
    const ctx = await contextOf(desk);
    const deployment = chooseNamed(ctx, given);
    return replacement(ctx, deployment, await listKeepers(ctx, deployment));
  },
});

function replacement(
  ctx: Context<OperatorActor>,
  deployment: Deployment,
  keepers: readonly Keeper[],
): Finding {
  const wrong = keepers.filter(({ isAllowed, isRelayer, isUnkeyed }) =>
    isRelayer ? !isAllowed : isAllowed && !isUnkeyed,
  );
  const kept = keepers.filter(({ isAllowed, isUnkeyed }) => isAllowed && isUnkeyed);
  const data = { keepers, wrong };
  const rows = [
    ...wrong.map(({ account, isRelayer }) => [
      checksumAddress(account),
      ...(isRelayer ? ["allow", "its key is set here"] : ["revoke", "no relay wallet in service"]),
    ]),
    ...kept.map(({ account }) => [
      checksumAddress(account),
      ...["keep", "a relay wallet by the database, whose key is not set here"],
    ]),
  ];
  const lines = rows.length > 0 ? table(rows) : [];
  if (kept.length > 0)
    lines.push("A wallet that is to be revoked is retired first: retire-wallet.");
  if (wrong.length === 0) {
    return { lines: ["The keepers are the relay's wallets.", ...lines], data };
  }
  const apply = async () => {
    for (const { account: keeper, isRelayer: isAllowed } of wrong) {
      await requestOperatorCall(ctx, { kind: "set_keeper", deployment, keeper, isAllowed });
    }
    const { operator } = await readOperatorRole(
      deployment.chain.rpc,
      addressOf(deployment, "registry"),
    );
    const system = { ...ctx, actor: { kind: "system" } as const };
    const { chainId } = deployment;
    await drainRelay(system, { chainId, wallet: operator, until: new Date(0) });
    const done = `${counted(wrong.length, "call")} are queued: npm run operator -- calls shows how far they are.`;
    return { lines: [done], data };
  };
  return { lines, data, apply };
}

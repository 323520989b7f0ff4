import { z } from "zod";
import { audited } from "@/lib/domain/audit/audited";
import {
  type ListedCall,
  listOperatorCalls,
} from "@/lib/domain/operator-calls/list-operator-calls";
import {
  readOperatorCall,
  withdrawOperatorCall,
} from "@/lib/domain/operator-calls/withdraw-operator-call";
import { contextOf, defineCommand } from "@/scripts/operator/command";
import { table } from "@/scripts/operator/table";
import { ago } from "@/scripts/operator/wording";

export const calls = defineCommand({
  name: "calls",
  summary: "what operators wanted on chain, and how far it has come",
  help: `Lists the calls that operators asked for, newest first: queued, signed, mined, and, with --all yes, those
that are done, refused or failed. A queued one shows what it waits for. Use it after a command that
queued a call, and when /ready tells of calls that hang.`,
  words: [],
  options: {
    all: { value: "yes", text: "those that have ended, too" },
    merchant: { value: "ID", text: "a merchant's alone" },
  },
  changes: false,
  input: z.object({
    all: z.literal("yes").optional(),
    merchant: z.string().startsWith("mer_").optional(),
  }),
  async run(desk, { all, merchant }) {
    const which = { open: all === undefined, merchantId: merchant ?? null };
    const found = await listOperatorCalls(desk.db, which);
    if (found.length === 0) return { lines: ["There are none."], data: { calls: [] } };
    return { lines: table([HEAD, ...found.map(cellsOf)]), data: { calls: found } };
  },
});

const HEAD = ["CALL", "CHAIN", "KIND", "ABOUT", "STATE", "WAITS FOR", "SINCE", "ASKED BY", "HASH"];

function cellsOf(call: ListedCall): string[] {
  const { id, chainId, kind, merchantId, tokenAddress, wallet, state, failure } = call;
  const { subscriptionId, keeper } = call;
  return [
    id,
    String(chainId),
    kind,
    subscriptionId ?? merchantId ?? tokenAddress ?? keeper ?? wallet ?? "",
    state,
    failure ?? "",
    ago(call.createdAt),
    call.requestedBy,
    call.txHash ?? "",
  ];
}

export const withdrawCallCommand = defineCommand({
  name: "withdraw-call",
  summary: "take back a call that is not signed yet",
  help: `Takes back a call that is queued, so that later ones about the same thing are made. Use it when a call waits
for what will not come, such as a key that is gone. One that is signed cannot be taken back: it may be
mined at any time.`,
  words: ["CALL"],
  options: {},
  changes: true,
  input: z.object({ call: z.string().startsWith("opc_") }),
  async run(desk, { call: id }) {
    const ctx = await contextOf(desk);
    const row = await readOperatorCall(ctx, id);
    const lines = [`${id} (${row.kind}) is ${row.state}.`];
    if (row.state !== "queued") return { lines, data: { call: row } };
    const apply = async () => {
      const entry = { action: "operator_call.withdraw", before: { state: row.state } };
      const subject = { type: "operator_call", id };
      const done = await audited(ctx, { ...entry, subject }, (inner) =>
        withdrawOperatorCall(inner, id),
      );
      return { lines: ["It is withdrawn."], data: { call: done } };
    };
    return { lines, data: { call: row }, apply };
  },
});

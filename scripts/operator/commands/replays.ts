import { z } from "zod";
import { impossible } from "@/lib/core/errors";
import {
  listRunningReplays,
  type RunningReplay,
} from "@/lib/domain/webhook-replays/list-running-replays";
import { stopReplay } from "@/lib/domain/webhook-replays/stop-replay";
import { contextOf, defineCommand } from "@/scripts/operator/command";
import { table } from "@/scripts/operator/table";
import { ago } from "@/scripts/operator/wording";

export const replays = defineCommand({
  name: "replays",
  summary: "replays of webhooks that run",
  help: `Lists the replays that run, those first that have not got on for longest: how many of their events were sent
and refused, and how many wait at the endpoint.`,
  words: [],
  options: {},
  changes: false,
  input: z.object({}),
  async run(desk) {
    const found = await listRunningReplays(desk.db);
    const lines = found.length === 0 ? ["No replay runs."] : rows(found);
    return { lines, data: { replays: found } };
  },
});

export const cancelReplayCommand = defineCommand({
  name: "cancel-replay",
  summary: "stop a replay of webhooks",
  help: `Stops a replay that runs: what is not under way is not sent. What was sent stays sent, and its merchant can
begin another one behind it.`,
  words: ["REPLAY"],
  options: {},
  changes: true,
  input: z.object({ replay: z.string().startsWith("whr_") }),
  async run(desk, { replay: id }) {
    const replay = (await listRunningReplays(desk.db)).find((running) => running.id === id);
    if (!replay) throw impossible(`No replay ${id} runs.`, "not_possible");
    const apply = async () => {
      await stopReplay(await contextOf(desk), id);
      return { lines: [`${id} is cancelled.`], data: { replay: { id, status: "cancelled" } } };
    };
    return { lines: [...rows([replay]), "It would be stopped."], data: { replay }, apply };
  },
});

function rows(found: readonly RunningReplay[]): string[] {
  return table(
    found.map(({ id, mode, endpointId, total, succeeded, failed, open, progressedAt }) => [
      id,
      mode,
      `to ${endpointId}`,
      `${succeeded} sent`,
      `${failed} refused`,
      `${open} wait`,
      `of ${total}`,
      `got on ${ago(progressedAt)}`,
    ]),
  );
}

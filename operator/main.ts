import { hostname, userInfo } from "node:os";
import { createDb } from "@/db/client";
import { configuredDeployments } from "@/lib/adapters/chain/load-chains";
import { readEnv } from "@/lib/adapters/env/env";
import { createLogger } from "@/lib/adapters/logger/logger";
import { newId } from "@/lib/core/ids";
import { modules } from "@/lib/domain/operations/modules";
import type { OperatorActor } from "@/lib/domain/platform/context";
import {
  pinDeployments,
  previewDeployments,
} from "@/lib/domain/platform/deployments/pin-deployments";
import { commands } from "./commands";
import { runCommand, type Terminal } from "./run-command";

const terminal: Terminal = {
  print: (text) => console.log(text),
  complain: (text) => console.error(text),
  open: (line) => {
    const config = readEnv();
    const log = createLogger("silent");
    const db = createDb(config.DATABASE_URL, {
      max: 4,
      applicationName: "stipend-operator",
      work: "maintenance",
    });
    const actor: OperatorActor = {
      kind: "operator",
      name: `${userInfo().username}@${hostname()}`,
      command: line.text,
      reason: line.reason,
    };
    const compare = line.apply ? pinDeployments : previewDeployments;
    const chains = async () => compare(db, await configuredDeployments(config), log);
    const desk = { db, config, log, modules, actor, requestId: newId("request"), chains };
    return { desk, close: () => db.end({ timeout: 5 }) };
  },
};

process.exitCode = await runCommand(commands, process.argv.slice(2), terminal);

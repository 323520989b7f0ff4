import * as admin from "./functions/admin";
import * as agentJobs from "./functions/agent-jobs";
import * as agents from "./functions/agents";
import * as billing from "./functions/billing";
import * as chain from "./functions/chain";
import * as events from "./functions/events";
import * as heartbeat from "./functions/heartbeat";
import * as upkeep from "./functions/upkeep";

/** Every job that the app serves: what these files export. A test asserts that no file is missing here. */
export const jobFunctions = [
  ...Object.values(heartbeat),
  ...Object.values(chain),
  ...Object.values(events),
  ...Object.values(billing),
  ...Object.values(agentJobs),
  ...Object.values(admin),
  ...Object.values(agents),
  ...Object.values(upkeep),
];

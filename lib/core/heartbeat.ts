/** The event that each long-lived process sends to the job engine, and the job `heartbeat` is started by. */
export const heartbeatEvent = "jobs/heartbeat";

/** How often it is sent. */
export const HEARTBEAT_SECONDS = 5;

/** Without a run of it for so long the engine runs nothing: the third is missing. */
export const SILENT_SECONDS = 15;

/** After so long between two runs one is missing, and what the engine took meanwhile may be lost. */
export const MISSED_SECONDS = 8;

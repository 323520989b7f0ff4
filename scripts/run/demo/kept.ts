/** What a demo keeps in its data folder. */
export const kept = {
  secrets: "env",
  info: "demo.json",
  postgres: "postgres",
  chain: "chain",
  deployments: "deployments",
  serverLog: "server.log",
} as const;

/** The data folder, where none is named. */
export const defaultDataDir = ".stipend";

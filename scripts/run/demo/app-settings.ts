import { type Mode, modes } from "@/lib/core/modes";
import type { AppSecrets } from "./demo-secrets";
import { deploymentPath } from "./open-deployments";

/** The demo is for this machine alone. */
const HOST = "127.0.0.1";

/** Where the parts of a running demo are. */
export interface DemoPlaces {
  baseUrl: string;
  port: number;
  databaseUrl: string;
  rpcUrl: string;
  deploymentsFolder: string;
}

/**
 * The environment of the app on the local chain.
 * Limits are a hundredfold, because load is run on it, and webhooks may go to this machine.
 */
export function appSettings(
  places: DemoPlaces,
  secrets: AppSecrets,
  finalityDepth: number | undefined,
): Record<string, string> {
  return {
    NEXT_TELEMETRY_DISABLED: "1",
    RATE_LIMIT_SCALE: "100",
    MAIL_DAILY_PER_STRANGER: "500",
    MAIL_DAILY_PER_MERCHANT: "50000",
    WEBHOOK_ALLOW_PRIVATE: "1",
    APP_URL: places.baseUrl,
    PORT: String(places.port),
    HOST,
    DATABASE_URL: places.databaseUrl,
    ...secrets,
    ...Object.assign({}, ...modes.map((mode) => modeSettings(mode, places, finalityDepth))),
  };
}

/** Serves the sources as they change; arguments of Node. */
export const developmentCommand = (port: number): readonly string[] => [
  ...["node_modules/next/dist/bin/next", "dev"],
  // Next listens on every interface by default, and does not read HOST.
  ...["--hostname", HOST, "--port", String(port)],
];

function modeSettings(mode: Mode, places: DemoPlaces, finalityDepth: number | undefined) {
  const prefix = mode.toUpperCase();
  return {
    [`${prefix}_CHAIN`]: "local",
    [`${prefix}_RPC_URLS`]: places.rpcUrl,
    [`${prefix}_PUBLIC_RPC_URLS`]: places.rpcUrl,
    [`${prefix}_DEPLOYMENT`]: deploymentPath(places.deploymentsFolder, mode),
    [`${prefix}_FINALITY_DEPTH`]: finalityDepth === undefined ? "" : String(finalityDepth),
  };
}

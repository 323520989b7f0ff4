import { setTimeout as sleep } from "node:timers/promises";
import { choosePort } from "@/scripts/services/choose-port";
import type { DrillStage, ServerRun, Settings } from "./drill-stage";

/** A request to whichever server is there. */
export interface PairCall {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface PairReply {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Two servers behind what a load balancer does: calls go to them in turn, and to none that is being restarted. */
export interface ServerPair {
  call(call: PairCall): Promise<PairReply>;
  /** Restarts both with other settings, one by one, with time for calls while their settings differ. */
  restart(settings: Settings): Promise<void>;
  end(): Promise<void>;
}

interface Place {
  readonly port: number;
  run: ServerRun;
  isOpen: boolean;
  underWay: number;
}

/** For so long both run with different settings, and then with the same. */
const MIXED_MS = 3_000;

/** Starts both servers. */
export async function startPair(stage: DrillStage, settings: Settings): Promise<ServerPair> {
  const places: Place[] = [];
  for (const port of [Number(settings.PORT), await choosePort(0, "the second server")]) {
    const run = await stage.startServer({ ...settings, PORT: String(port) });
    places.push({ port, run, isOpen: true, underWay: 0 });
  }
  let turn = 0;
  const next = (): Place => {
    const open = places.filter(({ isOpen }) => isOpen);
    turn += 1;
    const place = open[turn % open.length];
    if (!place) throw new Error("no server is open");
    return place;
  };
  return {
    call: async (call) => {
      const place = next();
      place.underWay += 1;
      try {
        return await send(place.port, call);
      } finally {
        place.underWay -= 1;
      }
    },
    restart: async (changed) => {
      for (const place of places) {
        place.isOpen = false;
        while (place.underWay > 0) await sleep(10);
        await place.run.end("SIGTERM");
        place.run = await stage.startServer({ ...changed, PORT: String(place.port) });
        place.isOpen = true;
        await sleep(MIXED_MS);
      }
    },
    end: async () => {
      await Promise.all(places.map(({ run }) => run.end("SIGTERM")));
    },
  };
}

async function send(
  port: number,
  { method = "GET", path, headers, body }: PairCall,
): Promise<PairReply> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { ...headers, ...(method === "POST" ? { "content-type": "application/json" } : {}) },
    ...(method === "POST" ? { body: JSON.stringify(body ?? {}) } : {}),
    signal: AbortSignal.timeout(30_000),
  });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
}

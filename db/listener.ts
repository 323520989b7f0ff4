import { DatabaseUnavailable } from "@/lib/core/database-trouble";
import { Lane, type OpenClient } from "./lane";

type Hear = (payload: string) => void;

interface Ear {
  hear: Hear;
  /** Told each time that the connection is new and something may have been missed. */
  onListen: () => void;
}

/** Makes a client whose connection tells what is notified on it. */
export type OpenListener = (
  connect: Parameters<OpenClient>[0],
  onNotify: (channel: string, payload: string) => void,
) => ReturnType<OpenClient>;

const RETRY_MS = 250;
/** A connection on which nothing happens looks like one whose other side is gone: so it is asked. */
const ASK_MS = 3_000;
const SILENCE_MS = 5_000;

/**
 * The connection on which a pool hears notifications, made again whenever it is lost. The driver's own
 * loses statements when it has several channels to listen on again and cannot connect at once.
 */
export class Listener {
  private readonly ears = new Map<string, Set<Ear>>();
  private lane: Lane | undefined;
  private connecting: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private asking: NodeJS.Timeout | undefined;
  private hasEnded = false;

  constructor(private readonly open: OpenListener) {}

  /**
   * Calls `hear` with each notification on the channel, until `unlisten` is called. Once asked for, it
   * goes on listening after every failure.
   * @throws whatever makes the first attempt fail
   */
  async listen(channel: string, hear: Hear, onListen: () => void = () => {}) {
    const ears = this.ears.get(channel) ?? new Set();
    const ear = { hear, onListen };
    ears.add(ear);
    this.ears.set(channel, ears);
    const unlisten = async () => void ears.delete(ear);
    if (this.lane?.isReady) {
      await this.lane.execute(`listen ${quoted(channel)}`);
      onListen();
    } else {
      await this.connect();
    }
    return { unlisten };
  }

  async end(): Promise<void> {
    this.hasEnded = true;
    clearTimeout(this.retry);
    clearInterval(this.asking);
    await this.lane?.retire(new Error("The connections have ended"));
  }

  /** Joins an attempt that is under way already. */
  private connect(): Promise<void> {
    clearTimeout(this.retry);
    this.asking ??= setInterval(() => this.ask(), ASK_MS).unref();
    this.connecting ??= this.connectOnce().finally(() => {
      this.connecting = undefined;
    });
    return this.connecting;
  }

  private async connectOnce(): Promise<void> {
    if (this.hasEnded) return;
    const lane = this.openLane();
    this.lane = lane;
    try {
      await lane.opened;
      await this.listenAll(lane);
    } catch (error) {
      await lane.retire(error instanceof Error ? error : new Error(String(error)));
      throw error;
    }
  }

  private openLane(): Lane {
    const tell = (channel: string, payload: string) => {
      for (const { hear } of this.ears.get(channel) ?? []) hear(payload);
    };
    return new Lane(
      (socket) => this.open(socket, tell),
      () => {
        this.lane = undefined;
        if (this.hasEnded) return;
        this.retry = setTimeout(() => this.connect().catch(() => {}), RETRY_MS);
      },
    );
  }

  private async listenAll(lane: Lane): Promise<void> {
    for (const [channel, ears] of this.ears) {
      await lane.execute(`listen ${quoted(channel)}`);
      for (const { onListen } of ears) onListen();
    }
  }

  private ask(): void {
    if (!this.lane?.isReady) return;
    if (this.lane.silentMs > SILENCE_MS) {
      this.lane.cut(new DatabaseUnavailable("The listening connection does not answer"));
    } else if (this.lane.silentMs === 0) {
      this.lane.ask().catch(() => {});
    }
  }
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

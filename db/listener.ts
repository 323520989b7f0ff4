import { DatabaseUnavailable } from "@/lib/core/operations/database-trouble";
import { Lane, type OpenClient } from "./lane";

type OnPayload = (payload: string) => void;

interface ChannelListener {
  onPayload: OnPayload;
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
 * The connection on which a pool receives notifications, made again whenever it is lost. The driver's own
 * loses statements when it has several channels to listen on again and cannot connect at once.
 */
export class Listener {
  private readonly listeners = new Map<string, Set<ChannelListener>>();
  private lane: Lane | undefined;
  private connecting: Promise<void> | undefined;
  private retry: NodeJS.Timeout | undefined;
  private asking: NodeJS.Timeout | undefined;
  private hasEnded = false;

  constructor(private readonly open: OpenListener) {}

  /**
   * Calls `onPayload` with each notification on the channel, until `unlisten` is called. Once asked for, it
   * goes on listening after every failure.
   * @throws the error of the first attempt
   */
  async listen(channel: string, onPayload: OnPayload, onListen: () => void = () => {}) {
    const listeners = this.listeners.get(channel) ?? new Set();
    const listener = { onPayload, onListen };
    listeners.add(listener);
    this.listeners.set(channel, listeners);
    const unlisten = async () => void listeners.delete(listener);
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
      for (const { onPayload } of this.listeners.get(channel) ?? []) onPayload(payload);
    };
    return new Lane((socket) => this.open(socket, tell), {
      gone: () => {
        this.lane = undefined;
        if (this.hasEnded) return;
        this.retry = setTimeout(() => this.connect().catch(() => {}), RETRY_MS);
      },
      answered: () => {},
    });
  }

  private async listenAll(lane: Lane): Promise<void> {
    for (const [channel, listeners] of this.listeners) {
      await lane.execute(`listen ${quoted(channel)}`);
      for (const { onListen } of listeners) onListen();
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

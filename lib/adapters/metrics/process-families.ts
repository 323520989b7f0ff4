import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Family } from "./family";

declare global {
  var stipendLoopDelay: ReturnType<typeof monitorEventLoopDelay> | undefined;
}

/** How late the event loop may be noticed to be, in milliseconds. */
const RESOLUTION_MS = 10;

function loopDelay() {
  if (!globalThis.stipendLoopDelay) {
    globalThis.stipendLoopDelay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
    globalThis.stipendLoopDelay.enable();
  }
  return globalThis.stipendLoopDelay;
}

const gauge = (name: string, help: string, value: number): Family => ({
  name,
  help,
  type: "gauge",
  samples: [{ labels: {}, value }],
});

/** The event loop's delay since the last time this was asked, and what the process uses. */
export function processFamilies(): Family[] {
  const delay = loopDelay();
  // A sample is the time between two ticks of a timer, of which the timer's own interval is no delay.
  const seconds = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - RESOLUTION_MS / 1e3) : 0;
  const { p50, p99, max } = {
    p50: delay.percentile(50),
    p99: delay.percentile(99),
    max: delay.max,
  };
  delay.reset();
  const { rss, heapUsed } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  return [
    {
      name: "stipend_event_loop_lag_seconds",
      help: "How late the event loop was since the last scrape",
      type: "gauge",
      samples: [
        { labels: { quantile: "0.5" }, value: seconds(p50) },
        { labels: { quantile: "0.99" }, value: seconds(p99) },
        { labels: { quantile: "1" }, value: seconds(max) },
      ],
    },
    gauge("process_resident_memory_bytes", "Memory of the process", rss),
    gauge("nodejs_heap_used_bytes", "JavaScript heap in use", heapUsed),
    gauge("process_start_time_seconds", "When the process began", performance.timeOrigin / 1_000),
    {
      name: "process_cpu_seconds_total",
      help: "Processor time used",
      type: "counter",
      samples: [{ labels: {}, value: (user + system) / 1e6 }],
    },
  ];
}

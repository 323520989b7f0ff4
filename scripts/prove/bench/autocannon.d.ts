declare module "autocannon" {
  interface Result {
    "2xx": number;
    non2xx: number;
    errors: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds. */
    latency: { p50: number; p97_5: number; p99: number };
  }

  interface Options {
    url: string;
    method: "GET" | "POST";
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests, where it is not a time. */
    amount?: number;
    headers: Record<string, string>;
    body?: string;
    /** Requests per second over all connections. */
    overallRate?: number;
  }

  function autocannon(options: Options): Promise<Result>;
  namespace autocannon {
    export type { Result };
  }
  export default autocannon;
}

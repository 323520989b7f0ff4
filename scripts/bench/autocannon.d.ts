declare module "autocannon" {
  interface Result {
    "2xx": number;
    non2xx: number;
    errors: number;
    /** Seconds. */
    duration: number;
  }

  interface Options {
    url: string;
    method: "POST";
    connections: number;
    /** Seconds. */
    duration: number;
    headers: Record<string, string>;
    body: string;
  }

  export default function autocannon(options: Options): Promise<Result>;
}

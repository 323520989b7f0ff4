import type { LineMutant } from "@/scripts/mutants/line-mutant";

const folder = "lib/core/async";

/** The tools that decide when something runs, and for how long it is waited for. */
export const mutants: readonly LineMutant[] = [
  {
    name: "a signal that was raised before the wait is lost",
    file: `${folder}/signal.ts`,
    from: "      if (!raised) {",
    to: "      if (!raised || ms > 0) {",
    test: `${folder}/signal.test.ts`,
  },
  {
    name: "whoever asks in the pause is served at once",
    file: `${folder}/throttle.ts`,
    from: "if (!running && !timer && !stopped)",
    to: "if (!running && !stopped)",
    test: `${folder}/throttle.test.ts`,
  },
  {
    name: "a run that failed is not made again",
    file: `${folder}/throttle.ts`,
    from: "      wanted = true;\n      return retryMs;",
    to: "      return retryMs;",
    test: `${folder}/throttle.test.ts`,
  },
  {
    name: "a timer outlives what it was set for",
    file: `${folder}/with-timeout.ts`,
    from: "    clearTimeout(timer);\n",
    to: "",
    test: `${folder}/with-timeout.test.ts`,
  },
  {
    name: "calls during a run are lost",
    file: `${folder}/coalesce.ts`,
    from: "if (running !== undefined) again = true;",
    to: "if (running !== undefined) again = false;",
    test: `${folder}/coalesce.test.ts`,
  },
];

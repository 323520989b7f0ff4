import { newPuzzle } from "@/lib/adapters/challenge/altcha";
import { solveFast } from "@/testing/solve-puzzle";
import type { Sample } from "./api-samples";
import type { ApiTarget } from "./api-target";

/** Requests of the bot challenge's endpoints: a solution counts once. */
export const challengeSamples = (target: ApiTarget): Record<string, Sample> => ({
  getChallenge: {},
  verifyChallenge: { body: { token: solveFast(newPuzzle(target.config)) } },
});

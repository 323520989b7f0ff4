/** What a bot challenge is solved for: a solution lets a browser do that, and nothing else. */
export const challengePurposes = ["login", "signup", "code", "reset"] as const;
export type ChallengePurpose = (typeof challengePurposes)[number];

import type { LineMutant } from "@/scripts/mutants/line-mutant";

const folder = "lib/domain/relay/enrolments";
const test = `${folder}/enrolments.test.ts`;
const faults = `${folder}/enrolment-faults.test.ts`;
const decide = { file: `${folder}/decide-enrolments.ts`, test };

export const mutants: readonly LineMutant[] = [
  {
    file: `${folder}/enrolment-candidate.ts`,
    name: "what is cancelled between the look and the signing is sent",
    from: 'if (subscription?.status === "pending") return true;',
    to: "if (subscription) return true;",
    test: faults,
    match: "lets nobody sign for it",
  },
  {
    file: `${folder}/enrolment-candidate.ts`,
    name: "gas is spent on what the chain would refuse",
    from: "if (!simulation.reverted) return slotCall;",
    to: "if (simulation !== null) return slotCall;",
    test,
    match: "nobody made before its deadline",
  },
  {
    ...decide,
    name: "what can still be made is given up when its slot is used",
    from: 'return row.isSlotUsed ? "alive" : "unknown";',
    to: 'return "authorization_consumed";',
    test: faults,
    match: "open until nobody can make it",
  },
  {
    ...decide,
    name: "what reverted is never tried again",
    from: 'return row.isSlotUsed ? "alive" : "unknown";',
    to: 'return "unknown";',
    test: faults,
    match: "open until nobody can make it",
  },
  {
    ...decide,
    name: "what nobody can make any more stays open",
    from: 'if (isOver) return "authorization_expired";',
    to: 'if (isOver) return "unknown";',
    match: "nobody made before its deadline",
  },
  {
    ...decide,
    name: "an enrolment is failed though the chain has it",
    from: 'if (state.payer !== zeroAddress) return "enrolled";',
    to: "",
    test: faults,
    match: "the chain has is not failed",
  },
  {
    file: `${folder}/take-enrolments.ts`,
    name: "what a person has released stays held",
    from: 'decisions.get(row.id) === "released" ? releasedByHand : undefined',
    to: "undefined",
    test: faults,
    match: "until a person releases it",
  },
];

import type { LineMutant } from "@/scripts/mutants/line-mutant";

export const mutants: readonly LineMutant[] = [
  {
    name: "a field is left out of what is packed although it differs",
    file: "lib/adapters/packing/pack-object.ts",
    from: "if (field.isUsual(value, known)) continue;",
    to: "if (field.isUsual(value, known) || value === null) continue;",
    test: "lib/adapters/packing/pack-object.test.ts",
    match: "whatever differs",
  },
  {
    name: "fields in another order come back in the template's",
    file: "lib/adapters/packing/pack-object.ts",
    from: "names[at] !== field.name || value === undefined",
    to: "value === undefined",
    test: "lib/adapters/packing/pack-object.test.ts",
    match: "in another order",
  },
  {
    name: "what is long is packed without being deflated",
    file: "lib/adapters/packing/pack-object.ts",
    from: "text.length <= MAX_DIFFERENCES ? takeValues(text, known) : null",
    to: "takeValues(text, known)",
    test: "lib/adapters/packing/pack-object.test.ts",
    match: "deflated where it is long",
  },
  {
    name: "a template changes below what was packed with it",
    file: "lib/adapters/packing/templates.ts",
    from: `always("chainId", 8453)`,
    to: `always("chainId", 8454)`,
    test: "lib/adapters/packing/pack-object.test.ts",
    match: "read for ever",
  },
  {
    name: "new sessions have a field that the template has not",
    file: "lib/adapters/packing/templates.ts",
    from: `      always("createdVia", "api"),\n`,
    to: "",
    test: "lib/domain/payment-sessions/sessions.test.ts",
    match: "payable at once",
  },
];

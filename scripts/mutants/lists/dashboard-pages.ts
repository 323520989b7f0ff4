import type { LineMutant } from "@/scripts/mutants/line-mutant";

const address = { test: "components/address/change-address.test.ts" };
const empty = { test: "components/list/empty-lists.test.tsx" };
const typed = { test: "components/typed-confirmations.test.tsx" };
const problem = { test: "components/data/query-problem.test.tsx" };

export const mutants: readonly LineMutant[] = [
  {
    ...address,
    name: "a list learns of its tab when Next has rendered the page anew",
    file: "components/address/change-address.ts",
    from: "for (const listener of listeners) listener();",
    to: "",
    match: "is told at once",
  },
  {
    ...address,
    name: "a list does not follow Back",
    file: "components/address/change-address.ts",
    from: 'window.addEventListener("popstate", listener);',
    to: "",
    match: "is told at once",
  },
  {
    ...address,
    name: "a page that is left takes its filters from the next one's address",
    file: "components/address/change-address.ts",
    from: "return pathname === shownPath ? search : null;",
    to: "return pathname ? search : null;",
    match: "of another page",
  },
  {
    ...address,
    name: "two Escapes leave the page",
    file: "components/address/panel-history.ts",
    from: "if (isLeaving) return;",
    to: "",
    match: "no more than one",
  },
  {
    ...address,
    name: "to close a panel that a link has opened leaves the page",
    file: "components/address/panel-history.ts",
    from: "if (window.history.state?.panel !== name) {",
    to: "if (name.length === 0) {",
    match: "without leaving the page",
  },
  {
    ...empty,
    name: "a list without rows shows nothing to do",
    file: "components/list/list-view.tsx",
    from: "action={emptyAction}",
    to: "",
    match: "with one thing to do",
  },
  {
    ...empty,
    name: "an example names no server",
    file: "components/developers/request-example.tsx",
    from: "const { origin } = useActing();",
    to: 'const origin = useActing().origin && "https://stipend.example";',
    match: "from code",
  },
  {
    ...empty,
    name: "an example is no request that the API takes",
    file: "components/plans/plans-list.tsx",
    from: 'interval: "monthly" },',
    to: 'interval: "month" },',
    match: "from code",
  },
  {
    file: "components/developers/example-code.ts",
    test: "components/developers/example-code.test.ts",
    name: "Python is given the words of JSON",
    from: 'true: "True"',
    to: 'true: "true"',
    match: "words of each language",
  },
  {
    ...typed,
    name: "a payment is cancelled by a click alone",
    file: "components/payments/close-payment.tsx",
    from: "typed={kind}",
    to: "",
    match: "types the word",
  },
  {
    ...typed,
    name: "an endpoint's secret is rotated by a click alone",
    file: "components/developers/rotate-secret-dialog.tsx",
    from: 'typed="rotate"',
    to: "",
    match: "types the word",
  },
  {
    ...problem,
    name: "an error does not lead to where it is seen to",
    file: "components/identity/task-problem.tsx",
    from: "const links = fix ? [...steps, fix] : steps;",
    to: "const links = fix ? steps : steps;",
    match: "on which it is seen to",
  },
  {
    ...problem,
    name: "somebody who thought better of it is told of no answer",
    file: "components/data/query-problem.tsx",
    from: "if (!problem || problem instanceof StepUpDeclined) return null;",
    to: "if (!problem || problem === StepUpDeclined) return null;",
    match: "thought better",
  },
];

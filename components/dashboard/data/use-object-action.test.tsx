import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test } from "vitest";
import { ActingProvider } from "@/components/dashboard/shell/acting-context";
import { listKey, objectKey } from "./query-keys";
import { useObjectAction } from "./use-object-action";

interface Shape {
  readonly id: string;
  readonly status: string;
}

const acting = { mode: "test", merchantId: "mer_1", status: "active", origin: "" } as const;
const path = "/v1/invoices/{id}";
const key = objectKey(acting, path, "inv_1");
const list = listKey(acting, "/v1/invoices", {});
const elsewhere = listKey({ ...acting, mode: "live" }, "/v1/invoices", {});
const draft: Shape = { id: "inv_1", status: "draft" };
let client: QueryClient;
let done: number;

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { mutations: { retry: false } } });
  client.setQueryData(key, draft);
  client.setQueryData(list, [draft]);
  client.setQueryData(elsewhere, [draft]);
  done = 0;
});

type Run = (status: string) => Promise<Shape>;

/** The action as a page has it. */
function actionOf(run: Run, expects = true): (status: string) => Promise<Shape> {
  let act: ((status: string) => Promise<Shape>) | null = null;
  function Page() {
    const action = useObjectAction<Shape, string>({
      path,
      id: "inv_1",
      run,
      ...(expects ? { expect: (before, status) => ({ ...before, status }) } : {}),
      done: "Done.",
      onDone: () => {
        done += 1;
      },
    });
    act = action.mutateAsync;
    return null;
  }
  renderToString(
    <QueryClientProvider client={client}>
      <ActingProvider acting={acting} elsewhere={null}>
        <Page />
      </ActingProvider>
    </QueryClientProvider>,
  );
  if (!act) throw new Error("the page was rendered");
  return act;
}

const shown = () => client.getQueryData<Shape>(key)?.status;
const isStale = (of: readonly unknown[]) => client.getQueryState(of)?.isInvalidated;

test("what will be is shown while it is done, and then what the API says has become of it", async () => {
  let meanwhile: string | undefined;
  const act = actionOf(async () => {
    meanwhile = shown();
    return { ...draft, status: "sent" };
  });
  await act("sending");
  expect(meanwhile).toBe("sending");
  expect(shown()).toBe("sent");
  expect(done).toBe(1);
});

test("what was is shown again when it is refused, and nobody is told that it is done", async () => {
  const act = actionOf(async () => {
    throw new Error("refused");
  });
  await expect(act("sending")).rejects.toThrow("refused");
  expect(shown()).toBe("draft");
  expect(done).toBe(0);
});

test("what cannot be foreseen is shown once it is there", async () => {
  let meanwhile: string | undefined;
  const act = actionOf(async () => {
    meanwhile = shown();
    return { ...draft, status: "sent" };
  }, false);
  await act("sending");
  expect(meanwhile).toBe("draft");
  expect(shown()).toBe("sent");
});

test("an answer that was on its way from before does not take its place", async () => {
  let answerOld = (_: Shape) => {};
  const reading = client
    .fetchQuery({
      queryKey: key,
      queryFn: () =>
        new Promise<Shape>((resolve) => {
          answerOld = resolve;
        }),
    })
    .catch(() => null);
  const act = actionOf(async () => ({ ...draft, status: "sent" }));
  await act("sending");
  answerOld(draft);
  await reading;
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(shown()).toBe("sent");
});

test.each([
  ["done", false],
  ["refused", true],
])(
  "lists of the business and mode are read anew when it is %s, and no others",
  async (_, fails) => {
    const act = actionOf(async () => {
      if (fails) throw new Error("refused");
      return draft;
    });
    await act("sending").catch(() => null);
    expect(isStale(list)).toBe(true);
    expect(isStale(key)).toBe(true);
    expect(isStale(elsewhere)).toBe(false);
  },
);

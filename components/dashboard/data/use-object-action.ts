"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useActing } from "@/components/dashboard/shell/acting-context";
import { showToast } from "@/components/ui/toast";
import type { ObjectWithId } from "@/lib/client/read-page";
import { objectKey, scopeKey } from "./query-keys";

interface Action<Shape extends ObjectWithId, Input> {
  /** Of the endpoint that reads the object, with `{id}`. */
  readonly path: string;
  readonly id: string;
  /** Does it. @returns the object as it is then */
  run(input: Input): Promise<Shape>;
  /**
   * What the object will be; it is shown at once, and taken back if the API refuses. Not where the page would then
   * leave out what asks for it, and with it why that is refused.
   */
  expect?(before: Shape, input: Input): Shape;
  /** Said when it is done; by what has become of the object, where that differs. */
  readonly done: string | ((after: Shape) => string);
  onDone?(): void;
}

/** Does something to the object of a page: what will be is shown at once, and what was is shown again if it is refused. */
export function useObjectAction<Shape extends ObjectWithId, Input = void>(
  action: Action<Shape, Input>,
) {
  const client = useQueryClient();
  const acting = useActing();
  const queryKey = objectKey(acting, action.path, action.id);
  return useMutation({
    mutationFn: action.run,
    onMutate: async (input: Input) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<Shape>(queryKey);
      if (before && action.expect) {
        client.setQueryData<Shape>(queryKey, action.expect(before, input));
      }
      return { before };
    },
    onError: (_error, _input, kept) => {
      if (kept?.before) client.setQueryData<Shape>(queryKey, kept.before);
    },
    onSuccess: (after) => {
      client.setQueryData<Shape>(queryKey, after);
      showToast(typeof action.done === "string" ? action.done : action.done(after));
      action.onDone?.();
    },
    onSettled: () => {
      // Lists show it as well, and other pages what hangs on it.
      void client.invalidateQueries({ queryKey: scopeKey(acting) });
    },
  });
}

"use client";

import { TaskProblem } from "@/components/identity/task-problem";
import { useTask } from "@/components/identity/use-task";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { Keys, NewKey, ShownKey } from "./acting-keys";

interface Props {
  shown: ShownKey;
  keys: Keys;
  onRevealed(made: NewKey): void;
  /** Shows what the key was used for. */
  onRequests(shown: ShownKey): void;
}

/** Tells of a key that was found in public, and gives the one that takes its place. */
export function LeakNotice({ shown, keys, onRevealed, onRequests }: Props) {
  const { busy, problem, run } = useTask();
  const { leak, id, name, prefix, last4 } = shown;
  if (leak?.successor !== "waiting") return null;
  const reveal = () => run(async () => onRevealed(await keys.reveal(id)));
  return (
    <Notice tone="bad">
      <p className="font-medium">
        “{name}” (<code className="font-mono text-xs">{`${prefix}…${last4}`}</code>) was found in
        public and is revoked.
      </p>
      <ul className="mt-1 list-disc pl-4">
        {leak.places.map(({ url, source }) => (
          <li key={url} className="wrap-anywhere">
            {url || source}
          </li>
        ))}
      </ul>
      <p className="mt-1">
        Reveal the key that takes its place and put it into your server, then look through what the
        old one was used for.
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button busy={busy} onClick={reveal}>
          Reveal the new key
        </Button>
        <Button look="secondary" onClick={() => onRequests(shown)}>
          See its requests
        </Button>
      </div>
      <TaskProblem problem={problem} />
    </Notice>
  );
}

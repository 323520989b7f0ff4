import { Badge, type BadgeTone } from "./badge";
import type { CheckIcon } from "./icons";

/** How a state looks: the word says it, the sign and the colour repeat it. */
export interface StateLook {
  readonly tone: BadgeTone;
  readonly word: string;
  readonly icon: typeof CheckIcon;
}

/** A state in a word and a sign. */
export function StateBadge({ look: { tone, word, icon: Icon } }: { look: StateLook }) {
  return (
    <Badge tone={tone}>
      <Icon className="size-3.5" />
      {word}
    </Badge>
  );
}

import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { Notice } from "./notice";

interface Props {
  title: string;
  /** What happened, and how to get another secret. */
  children: ReactNode;
  onClose(): void;
}

/** Tells that a secret was made whose text did not arrive: it would have been shown once. */
export const LostSecretDialog = ({ title, children, onClose }: Props) => (
  <Dialog title={title} open mustAnswer onClose={onClose}>
    <div className="grid gap-4">
      <Notice tone="bad">{children}</Notice>
      <Button wide onClick={onClose}>
        Close
      </Button>
    </div>
  </Dialog>
);

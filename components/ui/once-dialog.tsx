"use client";

import { type ReactNode, useState } from "react";
import { Button } from "./button";
import { CheckField } from "./check-field";
import { Dialog } from "./dialog";
import { Form } from "./form";

interface Props {
  title: string;
  /** What has to be said before it closes, e.g. "I have stored the key". */
  stored: string;
  children: ReactNode;
  onClose(): void;
}

/** Shows what comes but once: only who says that it is stored gets on. */
export function OnceDialog({ title, stored, children, onClose }: Props) {
  const [isStored, setStored] = useState(false);
  return (
    <Dialog title={title} open mustAnswer onClose={onClose}>
      <Form onSubmit={onClose} className="grid gap-4">
        {children}
        <CheckField
          label={stored}
          checked={isStored}
          wrong={!isStored && "Store it first, then tick this box. It isn't shown again."}
          onChange={setStored}
        />
        <Button wide type="submit">
          Done
        </Button>
      </Form>
    </Dialog>
  );
}

"use client";

import { type ReactNode, useState } from "react";
import { Button } from "./button";
import type { ButtonLook } from "./button-look";
import { Dialog } from "./dialog";
import { Form } from "./form";
import { TextField } from "./text-field";

interface Props {
  /** Names the object, e.g. "Revoke the key “Server”?". */
  title: string;
  open: boolean;
  /** What the button does, e.g. "Revoke key". */
  action: string;
  busy?: boolean;
  /** For a list in columns. */
  wide?: boolean;
  /** Of that button; what is done is harmful unless this says otherwise. */
  look?: ButtonLook;
  /** Has to be typed first, where what is done cannot be undone. */
  typed?: string;
  /** The effect, and what went wrong. */
  children: ReactNode;
  /** Beside the buttons, e.g. the same as a command. */
  aside?: ReactNode;
  onClose(): void;
  onConfirm(): void;
}

/** Asks before something is destroyed or cannot be taken back. */
export function ConfirmDialog(props: Props) {
  const { title, open, action, busy = false, wide = false } = props;
  const { look = "danger", typed } = props;
  const { children, aside, onClose, onConfirm } = props;
  const [given, setGiven] = useState("");
  return (
    <Dialog {...{ title, open, busy, wide, onClose }}>
      <Form onSubmit={onConfirm} className="grid gap-5">
        <div className="grid gap-3 text-pretty text-muted text-sm">{children}</div>
        {typed !== undefined && (
          <TextField
            name="typed"
            label={`Type “${typed}” to confirm`}
            autoComplete="off"
            value={given}
            wrong={given !== typed && `Type exactly “${typed}”.`}
            onChange={({ target }) => setGiven(target.value)}
          />
        )}
        <div className="flex flex-wrap items-center justify-end gap-3">
          {aside && <span className="mr-auto max-sm:basis-full">{aside}</span>}
          <Button look="secondary" blocked={busy} onClick={onClose}>
            {action.startsWith("Cancel") ? "Back" : "Cancel"}
          </Button>
          <Button type="submit" look={look} busy={busy}>
            {action}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Menu, menuItemLook } from "@/components/ui/menu";
import { showToast, Toasts } from "@/components/ui/toast";
import { DownIcon } from "@/components/ui/work-icons";

/** What lies over the page. */
export function GalleryOverlays() {
  const [open, setOpen] = useState<"dialog" | "confirm" | null>(null);
  const close = () => setOpen(null);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button look="secondary" onClick={() => setOpen("dialog")}>
        Open dialog
      </Button>
      <Button look="secondary" onClick={() => setOpen("confirm")}>
        Ask to confirm
      </Button>
      <Button look="secondary" onClick={() => showToast("Saved.")}>
        Show toast
      </Button>
      <Menu
        label="More"
        align="left"
        trigger={
          <>
            More <DownIcon className="size-4" />
          </>
        }
      >
        <button type="button" className={menuItemLook}>
          Duplicate
        </button>
        <button type="button" className={menuItemLook}>
          Archive
        </button>
      </Menu>
      <Dialog title="A dialog" open={open === "dialog"} onClose={close}>
        <p className="text-muted text-sm">Escape closes it, and the focus goes back.</p>
      </Dialog>
      <ConfirmDialog
        title="Revoke the key “Server”?"
        open={open === "confirm"}
        action="Revoke key"
        typed="Server"
        onClose={close}
        onConfirm={close}
      >
        <p>Requests with it are refused at once. This cannot be taken back.</p>
      </ConfirmDialog>
      <Toasts />
    </div>
  );
}

"use client";

import { useState } from "react";
import { CopyCurl } from "@/components/dashboard/detail/copy-curl";
import { RawJson } from "@/components/dashboard/detail/raw-json";
import { PaletteList } from "@/components/dashboard/palette/palette-list";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { LostSecretDialog } from "@/components/ui/lost-secret-dialog";
import { Menu, menuItemLook } from "@/components/ui/menu";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { showToast, Toasts } from "@/components/ui/toast";
import { DownIcon } from "@/components/ui/work-icons";

type Open = "dialog" | "wide" | "confirm" | "secret" | "lost" | null;

const entries = [
  { id: "new", group: "On this page", title: "New payment", keys: ["n"] },
  { id: "payments", group: "Pages", title: "Payments", detail: "Sales", keys: ["g", "p"] },
  { id: "ps_1", group: "Payments", title: "A month of coffee", detail: "49.00 USDC · confirmed" },
];

const sample = { id: "ps_1", amount: "49000000" };

/** What lies over the page. */
export function GalleryOverlays() {
  const [open, setOpen] = useState<Open>(null);
  const [active, setActive] = useState(0);
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-center gap-3">
        <Button look="secondary" onClick={() => setOpen("dialog")}>
          Open dialog
        </Button>
        <Button look="secondary" onClick={() => setOpen("wide")}>
          Open wide dialog
        </Button>
        <Button look="secondary" onClick={() => setOpen("confirm")}>
          Ask to confirm
        </Button>
        <Button look="secondary" onClick={() => setOpen("secret")}>
          Show a secret once
        </Button>
        <Button look="secondary" onClick={() => setOpen("lost")}>
          Show a lost secret
        </Button>
        <RawJson object={sample} name="A drawer" />
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
      </div>
      <div className="rounded-2xl border border-line bg-raised">
        <PaletteList
          listId="palette-sample"
          {...{ entries, active }}
          choose={({ title }) => showToast(title)}
          onPoint={setActive}
        />
      </div>
      <Dialogs open={open} close={() => setOpen(null)} />
      <Toasts />
    </div>
  );
}

function Dialogs({ open, close }: { open: Open; close(): void }) {
  return (
    <>
      <Dialog title="A dialog" open={open === "dialog"} onClose={close}>
        <p className="text-muted text-sm">Escape closes it, and the focus goes back.</p>
      </Dialog>
      <Dialog wide title="A wide dialog" open={open === "wide"} onClose={close}>
        <p className="text-muted text-sm">For a list in columns.</p>
      </Dialog>
      <ConfirmDialog
        title="Revoke the key “Server”?"
        open={open === "confirm"}
        action="Revoke key"
        typed="Server"
        aside={
          <CopyCurl
            request={{ method: "POST", path: "/v1/api-keys/{id}/revoke", input: { id: "ak_1" } }}
          />
        }
        onClose={close}
        onConfirm={close}
      >
        <p>Requests with it are refused at once. This can’t be undone.</p>
      </ConfirmDialog>
      {open === "lost" && (
        <LostSecretDialog title="The key’s text is lost" onClose={close}>
          The key was made, but its text didn’t reach this page.
        </LostSecretDialog>
      )}
      {open === "secret" && (
        <SecretDialog
          title="Your new key “Server”"
          noun="key"
          secret="sk_test_4fQx0wJt2mZk8sVb6nHc1yRd4fQx0wJt"
          text="Keep it on your server, never in a page."
          file={{ name: "stipend.env", variable: "STIPEND_API_KEY" }}
          onClose={close}
        />
      )}
    </>
  );
}

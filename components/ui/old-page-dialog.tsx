"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import { oldPage, watchForUpdate } from "@/lib/client/old-page";
import { Button } from "./button";
import { Dialog } from "./dialog";

interface Props {
  title: string;
  intro: string;
  reload: string;
}

/**
 * Watches for an update of the server that this page does not survive, and says so over what is open; once in the root
 * layout. Its code is loaded with every page.
 */
export function OldPageDialog({ title, intro, reload }: Props) {
  const isOld = useSyncExternalStore(oldPage.subscribe, oldPage.get, () => false);
  const [isClosed, setClosed] = useState(false);
  useEffect(watchForUpdate, []);
  return (
    <Dialog title={title} open={isOld && !isClosed} onClose={() => setClosed(true)}>
      <p className="text-pretty text-muted text-sm">{intro}</p>
      <Button wide className="mt-5" onClick={() => location.reload()}>
        {reload}
      </Button>
    </Dialog>
  );
}

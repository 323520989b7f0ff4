import { Badge } from "@/components/ui/badge";
import type { Mode } from "@/lib/core/modes";

/** The mode of something that is listed with others of both modes. */
export const ModeName = ({ mode }: { mode: Mode }) => (
  <Badge tone={mode === "live" ? "accent" : "neutral"}>{mode === "live" ? "Live" : "Test"}</Badge>
);

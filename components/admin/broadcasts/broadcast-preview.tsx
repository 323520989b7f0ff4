import { LinkedText } from "@/components/ui/linked-text";
import { Section } from "@/components/ui/section";

/** A message as merchants see it in their notifications and as an email. */
export function BroadcastPreview({ title, body }: { title: string; body: string }) {
  const text = body.trim();
  return (
    <Section
      title="Preview"
      text="In the dashboard’s notifications, and as an email. Addresses of websites are links."
    >
      <div className="grid grid-cols-1 gap-5 text-sm">
        <h3 className="-mb-3 text-muted text-xs">Notification</h3>
        <div className="border-accent border-l-2 py-1 pl-3">
          <p className="wrap-anywhere font-medium">{title.trim() || "Title"}</p>
          <p dir="auto" className="wrap-anywhere text-muted">
            {text === "" ? "Message" : <LinkedText text={text} />}
          </p>
        </div>
        <h3 className="-mb-3 text-muted text-xs">Email</h3>
        <div className="rounded-xl border border-line p-4">
          <p className="wrap-anywhere font-semibold">{title.trim() || "Title"}</p>
          <p dir="auto" className="wrap-anywhere mt-3 whitespace-pre-line">
            {text === "" ? "Message" : <LinkedText text={text} />}
          </p>
        </div>
      </div>
    </Section>
  );
}

"use client";

/** Kept small: its code is loaded with every page. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && "digest" in error ? ` (${error.digest})` : "";
  return (
    <main className="error-page">
      <h1>This page can’t be shown right now</h1>
      <p>
        If you have already paid or signed, don’t pay again. Open this link again in a few minutes,
        or contact us{digest}.
      </p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </main>
  );
}

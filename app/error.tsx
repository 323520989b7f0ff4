"use client";

/** Kept small: its code is loaded with every page. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && "digest" in error ? ` (${error.digest})` : "";
  return (
    <main className="error-page">
      <h1>Something went wrong</h1>
      <p>You weren’t charged. If this happens again, contact us{digest}.</p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </main>
  );
}

"use client";

/** Kept small: its code is loaded with every page. */
export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && "digest" in error ? ` (${error.digest})` : "";
  return (
    <main className="grid min-h-dvh place-content-center justify-items-center bg-panel px-5 text-center">
      <h1 className="font-semibold text-2xl tracking-tight">Something went wrong</h1>
      <p className="mt-2 max-w-sm text-muted">
        Nothing was charged by this. If it happens again, please tell us{digest}.
      </p>
      <button
        type="button"
        onClick={retry}
        className="mt-7 min-h-11 rounded-xl bg-action px-5 font-medium text-on-action hover:bg-action-hover"
      >
        Try again
      </button>
    </main>
  );
}

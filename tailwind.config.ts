import type { Config } from "tailwindcss";

/** Names for the values in `app/globals.css`, which change with the colour scheme. */
const config: Config = {
  theme: {
    extend: {
      colors: {
        canvas: "var(--canvas)",
        panel: "var(--panel)",
        raised: "var(--raised)",
        ink: "var(--ink)",
        muted: "var(--muted)",
        line: "var(--line)",
        edge: "var(--edge)",
        accent: "var(--accent)",
        "accent-soft": "var(--accent-soft)",
        action: "var(--action)",
        "action-hover": "var(--action-hover)",
        "on-action": "var(--on-action)",
        good: "var(--good)",
        "good-soft": "var(--good-soft)",
        bad: "var(--bad)",
        "bad-soft": "var(--bad-soft)",
        test: "var(--test)",
        "on-test": "var(--on-test)",
        "test-soft": "var(--test-soft)",
        "test-ink": "var(--test-ink)",
      },
      fontSize: { note: "0.8125rem", body: "0.9375rem" },
      fontFamily: {
        sans: ["var(--font-geist)", "system-ui", "sans-serif"],
        mono: ["ui-monospace", "SFMono-Regular", "Menlo", "Consolas", "monospace"],
      },
      keyframes: {
        appear: { from: { opacity: "0", transform: "translateY(6px)" } },
        late: { "0%, 40%": { opacity: "0" } },
        draw: { from: { strokeDashoffset: "1", opacity: "0" }, "20%": { opacity: "1" } },
      },
      animation: {
        appear: "appear 0.32s cubic-bezier(0.2, 0.8, 0.2, 1) both",
        late: "late 0.5s ease-out both",
        draw: "draw 0.5s 0.12s cubic-bezier(0.6, 0, 0.2, 1) both",
      },
    },
  },
};

export default config;

import type { Metadata, Viewport } from "next";
import localFont from "next/font/local";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { chooseLanguage } from "@/components/hosted/words/choose-language";
import { hostedWords } from "@/components/hosted/words/hosted/hosted-words";
import { OldPageNotice } from "@/components/ui/old-page-notice";
import "./globals.css";

/** Not preloaded: on a slow line the page's words and its code go first. */
const geist = localFont({
  src: "./fonts/geist-latin.woff2",
  variable: "--font-geist",
  weight: "100 900",
  preload: false,
});

export const metadata: Metadata = {
  title: { default: "Stipend", template: "%s · Stipend" },
  description: "Billing and hosted checkout for stablecoin commerce.",
};

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f6f3" },
    { media: "(prefers-color-scheme: dark)", color: "#0b0c0e" },
  ],
};

/** Reads the request, so that no page is made at build time: each answer carries its own nonce. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const { locale, language } = chooseLanguage((await headers()).get("accept-language"));
  const { updatedTitle, updatedIntro, updatedReload } = hostedWords[language];
  return (
    <html lang={locale} className={geist.variable}>
      <body className="min-h-dvh bg-canvas print:min-h-0 font-sans text-ink">
        {/* First, so that it listens where the page's own code does not come. */}
        <OldPageNotice title={updatedTitle} intro={updatedIntro} reload={updatedReload} />
        {children}
      </body>
    </html>
  );
}

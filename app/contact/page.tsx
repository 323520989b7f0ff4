import type { Metadata } from "next";
import "@/app/merchants.css";
import { ContactForm } from "@/components/site/contact/contact-form";
import { StipendMark } from "@/components/ui/stipend-mark";

export const metadata: Metadata = {
  title: "Contact",
  description: "Contact the operator of this Stipend installation.",
};

/** Where anybody can write to support. */
export default function ContactPage() {
  return (
    <main lang="en" className="min-h-dvh bg-panel px-5 py-10 sm:px-8 sm:py-16">
      <div className="mx-auto grid w-full max-w-2xl gap-8">
        <header>
          <a
            href="/"
            className="inline-flex min-h-11 items-center gap-2.5 font-semibold text-lg tracking-tight"
          >
            <StipendMark />
            Stipend
          </a>
          <h1 className="mt-6 font-semibold text-3xl tracking-tight">Contact</h1>
          <p className="mt-2 max-w-xl text-pretty text-muted">
            Questions, problems or a bug to report? Write to us and we’ll reply by email. For a
            question about a payment, contact the shop you paid.
          </p>
        </header>
        <div className="rounded-2xl border border-line bg-raised p-5 sm:p-6">
          <noscript>
            <p className="mb-5 rounded-xl bg-test-soft px-4 py-3 text-sm">
              This form needs JavaScript.
            </p>
          </noscript>
          <ContactForm />
        </div>
      </div>
    </main>
  );
}

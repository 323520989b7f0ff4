import { z } from "zod";
import { endpoint } from "@/lib/contract/endpoint";

/** The headers with which GitHub signs a report. */
export const githubHeaders = {
  keyId: "github-public-key-identifier",
  signature: "github-public-key-signature",
} as const;

const text = z.string().max(2_000);
const found = z.object({ token: text, type: text, url: text.optional(), source: text.optional() });

/** What GitHub found: fields that it adds one day are passed over. */
export const leakReport = z
  .array(found)
  .max(1_000)
  .meta({
    example: [
      {
        token: "sk_test_…",
        type: "stipend_secret_key",
        url: "https://github.com/octocat/Hello-World/blob/1234560/config.ts",
        source: "content",
      },
    ],
  });

export const reportLeaks = endpoint({
  method: "POST",
  path: "/v1/secret-scanning/github",
  tag: "API keys",
  summary: "Report keys that were found in public",
  description:
    "For GitHub's secret scanning: `Github-Public-Key-Identifier` and `Github-Public-Key-Signature` sign the body. A secret key is revoked immediately, together with the objects created with it; a publishable key is meant to be public. Repeating a report changes nothing.",
  auth: "none",
  limit: { group: "secret-scanning", requests: 600, seconds: 60 },
  signedBy: Object.values(githubHeaders),
  body: leakReport,
  status: 200,
  response: z.array(
    z.object({
      token_hash: z.string().meta({ description: "SHA-256 of the token, in hex" }),
      token_type: z.string().meta({ description: "The type, as it was sent" }),
      label: z
        .enum(["true_positive", "false_positive"])
        .meta({ description: "Whether it is a secret key of this installation" }),
    }),
  ),
  errors: ["authentication_error"],
});

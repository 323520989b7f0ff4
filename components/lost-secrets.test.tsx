import type { ReactElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { EndpointSecretDialog } from "./dashboard/developers/endpoint-secret-dialog";
import type { NewEndpoint } from "./dashboard/developers/webhook-shapes";
import type { NewKey } from "./dashboard/keys/acting-keys";
import { NewKeyDialog } from "./dashboard/keys/new-key-dialog";

const lost = { secret: null, secretStatus: "secret_shown_once" } as const;
const key = { kind: "secret", name: "Server" };
const endpoint = { url: "https://shop.example/hook" };
const nothing = () => {};

/** What a dialog says. */
const wordsOf = (dialog: ReactElement) => renderToString(dialog).replaceAll(/<[^>]+>/g, "");

test("a key whose text did not arrive is told, with the way to another one", () => {
  const made = { ...key, ...lost } as NewKey;
  const words = wordsOf(<NewKeyDialog made={made} onClose={nothing} />);
  expect(words).toContain("didn’t reach this page and can’t be shown again");
  expect(words).toContain("Rotate “Server”");
  expect(words).not.toContain("I have stored the key");
});

test("an endpoint's secret that did not arrive is told, with the way to another one", () => {
  const made = { ...endpoint, ...lost } as NewEndpoint;
  const words = wordsOf(<EndpointSecretDialog made={made} onClose={nothing} />);
  expect(words).toContain("didn’t reach this page and can’t be shown again");
  expect(words).toContain("endpoint https://shop.example/hook and rotate its secret");
  expect(words).not.toContain("I have stored the secret");
});

test("a secret that has arrived is shown", () => {
  const made = { ...key, secret: "sk_test_one" } as NewKey;
  expect(wordsOf(<NewKeyDialog made={made} onClose={nothing} />)).toContain("sk_test_one");
});

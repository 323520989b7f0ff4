import { expect, test } from "vitest";
import { exampleCode } from "./example-code";

const origin = "https://pay.example";

test("a read is asked for in every language, with its input in the query", () => {
  const code = exampleCode(origin, {
    method: "GET",
    path: "/v1/transactions/{id}",
    input: { id: "txn_1", limit: 10 },
  });
  expect(code.curl).toContain("curl 'https://pay.example/v1/transactions/txn_1?limit=10'");
  expect(code.Node).toBe(
    [
      `const response = await fetch("https://pay.example/v1/transactions/txn_1?limit=10", {`,
      `  headers: { Authorization: \`Bearer \${process.env.STIPEND_API_KEY}\` },`,
      "});",
      "console.log(await response.json());",
    ].join("\n"),
  );
  expect(code["Next.js"]).toBe(code.Node);
  expect(code.Python).toBe(
    [
      "import os, requests",
      "",
      "response = requests.get(",
      `    "https://pay.example/v1/transactions/txn_1?limit=10",`,
      `    headers={"Authorization": f"Bearer {os.environ['STIPEND_API_KEY']}"},`,
      ")",
      "print(response.json())",
    ].join("\n"),
  );
});

test("a write has its body in the words of each language", () => {
  const input = { text: `say "true", null`, isIt: true, none: null, list: [false, "a: true"] };
  const { Node, Python } = exampleCode(origin, { method: "POST", path: "/v1/x", input });
  expect(Node).toContain('  method: "POST",');
  expect(Node).toContain('    "isIt": true,');
  expect(Python).toContain(
    [
      "    json={",
      `      "text": "say \\"true\\", null",`,
      `      "isIt": True,`,
      `      "none": None,`,
      `      "list": [`,
      "        False,",
      `        "a: true"`,
      "      ]",
      "    },",
    ].join("\n"),
  );
});

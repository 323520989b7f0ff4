export default {
  stipend: {
    input: "./generated/openapi.json",
    output: {
      target: "./generated/orval.ts",
      client: "fetch",
      baseUrl: process.env.CLIENT_BASE_URL,
    },
  },
};

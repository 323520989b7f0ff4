// `npm start`: the built server in this very process, so that a signal to stop reaches it.
require("./check-node.cjs");
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const server = join(__dirname, "../dist/server.js");
if (existsSync(server)) {
  void import(server);
} else {
  console.error("The app is not built: run npm run build, then this command again.");
  process.exit(1);
}

// `npm start`: the built server in this very process, so that a signal to stop reaches it.
require("./check-node.cjs");
// React and Next choose their files by it when they are loaded, and Next sets it only after React was: half of
// React would be the development's, and mails could not be rendered.
process.env.NODE_ENV = "production";
const { existsSync } = require("node:fs");
const { join } = require("node:path");

const server = join(__dirname, "../../dist/server.js");
if (existsSync(server)) {
  void import(server);
} else {
  console.error("The app is not built: run npm run build, then this command again.");
  process.exit(1);
}

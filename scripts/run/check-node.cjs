// Runs before everything else, so also on a Node that cannot read the rest: no syntax that is newer than
// ECMAScript 2015, no module of the project, and none of its packages.
const { engines } = require("../../package.json");

const numbers = (version) => version.split(".").map(Number);
const needed = engines.node.replace(">=", "");
const [major, minor] = numbers(needed);
const [ownMajor, ownMinor] = numbers(process.versions.node);

if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  console.error(
    `Stipend needs Node ${needed} or newer, and this is Node ${process.versions.node} (${process.execPath}).`,
  );
  console.error(
    "Install a newer one from https://nodejs.org, then run npm ci and this command again.",
  );
  process.exit(1);
}

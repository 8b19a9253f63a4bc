// This file is plain JavaScript, so that an old version of Node.js prints a readable message instead of a syntax error.
const [major, minor] = process.versions.node.split(".").map(Number);
const script = process.argv[2];

function fail(message) {
  console.error(message);
  process.exit(1);
}

if (major < 20 || (major === 20 && minor < 19)) {
  fail(`This project needs Node 20.19 or later. You have ${process.versions.node}.`);
}
if (major < 24) {
  fail(
    "The project's own Node 24 is missing from node_modules. Run `npm ci` (with optional " +
      "dependencies), then start with `npm start`.",
  );
}
process.env.DO_NOT_TRACK = "1";
process.env.SUPABASE_TELEMETRY_DISABLED = "1";
await import(`./${script}.ts`);

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { ManagementApi } from "../../tests/deployment/management-api.ts";
import { closeServers } from "../../tests/deployment/servers.ts";
import {
  ACCESS_TOKEN,
  PROJECT_REF,
  runManagementCli,
} from "../../tests/deployment/supabase-cli.ts";
import { isLongRun } from "../../tests/random.ts";
import { listFunctionVariables } from "../functions/environment.ts";
import { deploySecrets } from "./deploy-secrets.ts";
import { parseSecretsFile } from "./secrets-file.ts";

afterAll(closeServers);

const NAMES = Array.from({ length: 40 }, (_, index) => `NAME_${index}`);
const parse = (text: string, names: readonly string[] = NAMES) =>
  parseSecretsFile(new TextEncoder().encode(text), names);

/** Each value, as it stands in the file and as it must be set. */
const AWKWARD_VALUES: readonly (readonly [written: string, value: string])[] = [
  ["abc#def", "abc#def"],
  ["#abc", "#abc"],
  ["abc#", "abc#"],
  ['"abc #def"', "abc #def"],
  ["'abc #def'", "abc #def"],
  ["ab=cd==", "ab=cd=="],
  ["$HOME/x", "$HOME/x"],
  ["a${HOME}b", "a${HOME}b"],
  ["pa$$word$", "pa$$word$"],
  ["back\\slash", "back\\slash"],
  ["two\\nlines", "two\\nlines"],
  ['"two\\nlines\\t"', "two\\nlines\\t"],
  ["'two\\nlines'", "two\\nlines"],
  ["ends\\", "ends\\"],
  ['say "hi"', 'say "hi"'],
  ["it's", "it's"],
  ["a`b`c", "a`b`c"],
  ["`abc#def`", "`abc#def`"],
  [`"it's"`, "it's"],
  [`'say "hi"'`, 'say "hi"'],
  ['"a"b"', 'a"b'],
  [`"a'b\`c"d#e"`, "a'b`c\"d#e"],
  [`'"quoted"'`, '"quoted"'],
  ["  spaced out  ", "spaced out"],
  ['"  spaced out  "', "  spaced out  "],
  ["tab\there", "tab\there"],
  ["pä#ß😀", "pä#ß😀"],
  ["a, b; c & d | e > f", "a, b; c & d | e > f"],
  ["!history %PATH% *?[x]", "!history %PATH% *?[x]"],
  [
    "postgresql://u:p%23@h:6543/postgres?prepare=false",
    "postgresql://u:p%23@h:6543/postgres?prepare=false",
  ],
  ['{"default":"x#y"}', '{"default":"x#y"}'],
  ["NAME_1=other", "NAME_1=other"],
  ['"first\nsecond#half\n\nlast"', "first\nsecond#half\n\nlast"],
];
const FILE = AWKWARD_VALUES.map(([written], index) => `NAME_${index}=${written}`).join("\n");
const VALUES = AWKWARD_VALUES.map(([, value], index) => ({ name: `NAME_${index}`, value }));

const startProject = async (api = new ManagementApi()) => ({
  api,
  project: { ref: PROJECT_REF, accessToken: ACCESS_TOKEN, managementUrl: await api.start() },
});

describe("npm run deploy:secrets", () => {
  it("sets every value as it stands in the file", async () => {
    const { api, project } = await startProject();
    const lines = await deploySecrets(project, parse(FILE));
    expect([...api.secrets].map(([name, value]) => ({ name, value }))).toEqual(VALUES);
    expect(lines).toEqual(VALUES.map(({ name }) => `${name} is set`));
  });

  it.each([
    ["a byte order mark", "\uFEFFNAME_0=abc#def\n"],
    ["the line breaks of Windows", "\r\n# A comment\r\nNAME_0=abc#def\r\n\r\n"],
    ["`export` and spaces", "  # A comment\n  export NAME_0 = abc#def  "],
  ])("reads a file with %s", (_, text) => {
    expect(parse(text)).toEqual([{ name: "NAME_0", value: "abc#def" }]);
  });

  it("reads a value with several lines and the line breaks of Windows", () => {
    expect(parse('NAME_0="first\r\nsecond"\r\nNAME_1=x')).toEqual([
      { name: "NAME_0", value: "first\nsecond" },
      { name: "NAME_1", value: "x" },
    ]);
  });

  it.each([
    ["an empty value", "NAME_0=", "Line 1: NAME_0 has no value."],
    ["an empty value in quotes", 'NAME_0=" "', "Line 1: NAME_0 has no value."],
    ["a name of the platform", "SUPABASE_URL=x", "Line 1: Supabase sets SUPABASE_URL itself."],
    ["a name of the build", "VITE_SITE_URL=x", "Line 1: VITE_SITE_URL belongs in the environment"],
    ["a misspelled name", "\nHASHSECRET=x", "Line 2: The functions have no variable HASHSECRET."],
    ["a name that is there twice", "NAME_0=x\nNAME_0=y", "Line 2: NAME_0 is in the file twice."],
    ["a line without a name", "NAME_0=x\nhidden", "Line 2: Write NAME=value."],
    ["a comment behind a value", "NAME_0=hidden # x", "Line 1: NAME_0: Put quotes around"],
    ["a comment behind quotes", `NAME_0="hidden" # "x"`, "Line 1: NAME_0: Put quotes around"],
    ["quotes that aren't closed", 'NAME_0="hidden\nNAME_1=y', "Line 1: NAME_0: Close the quotes."],
    ["quotes that the next variable closes", 'NAME_0="hidden\nNAME_1="y"', "Line 1: NAME_0: Close"],
    ["a value from the instructions", "NAME_0=hidden_…", "Line 1: NAME_0 has the … of an example."],
    ["an invisible character", "NAME_0=hidden\u200Bword", "NAME_0 has an invisible character."],
    ["a value that is too long", `NAME_0=${"hidden".repeat(5000)}`, "Line 1: NAME_0 is longer"],
    [
      "too many variables",
      NAMES.map((name) => `${name}=x`)
        .join("\n")
        .repeat(3),
      "twice",
    ],
    ["no variables", "# NAME_0=x", "The file has no variables."],
  ])("refuses %s without showing a value", (_, text, message) => {
    const refuse = () => parse(text);
    expect(refuse).toThrow("Nothing was set.");
    expect(refuse).toThrow(message);
    expect(refuse).not.toThrow("hidden");
  });

  it("refuses a file that isn't UTF-8", () => {
    const bytes = new Uint8Array(Buffer.from("\uFEFFNAME_0=x", "utf16le"));
    expect(() => parseSecretsFile(bytes, NAMES)).toThrow("Save the file as UTF-8.");
  });

  it("names every line that is wrong", () => {
    expect(() => parse("NAME_0=\nNAME_1=x\nNAMES=x\nNAME_2=a #b")).toThrow(
      /^Nothing was set\.\nLine 1: .*\nLine 3: .*\nLine 4: /,
    );
  });

  it("accepts the functions' variables that .env.example explains, and no others", () => {
    const names = listFunctionVariables();
    expect(parse(names.map((name) => `${name}=x`).join("\n"), names)).toHaveLength(names.length);
    for (const name of ["WEB_PORT", "SUPABASE_SECRET_KEY", "PATH"]) {
      expect(() => parse(`${name}=x`, names)).toThrow(name);
    }
  });

  it("names the secrets of which Supabase shows another digest", async () => {
    const changeSecret = (value: string) => value.replace(/#.*/, "");
    const { project } = await startProject(new ManagementApi({ changeSecret }));
    const deployment = deploySecrets(project, parse("NAME_0=abc\nNAME_1=abc#def\nNAME_2=#"));
    await expect(deployment).rejects.toThrow(
      "Supabase stored something else for NAME_1, NAME_2. Run the command again.",
    );
  });

  it("says why Supabase refused", async () => {
    const { project } = await startProject(new ManagementApi({ refusalStatus: 403 }));
    await expect(deploySecrets(project, VALUES)).rejects.toThrow("Supabase refused (403)");
  });
});

/** `npm run test:all` also shows why we need a command of our own. */
const LONG_RUNS = isLongRun ? ["npx supabase secrets set"] : [];

it.each(LONG_RUNS)("%s changes awkward values", async (command) => {
  const { api, project } = await startProject();
  const folder = await mkdtemp(path.join(tmpdir(), "care-packages-secrets-"));
  const file = path.join(folder, "functions.env");
  await writeFile(file, FILE);
  const args = [...command.split(" ").slice(2), `--env-file=${file}`];
  const { code, output } = await runManagementCli(project.managementUrl, args);
  await rm(folder, { recursive: true });
  expect([code, output]).toEqual([0, expect.stringContaining("Finished")]);
  expect(api.secrets.get("NAME_0")).toBe("abc");
  const changed = VALUES.filter(({ name, value }) => api.secrets.get(name) !== value);
  expect(changed.length).toBeGreaterThanOrEqual(7);
});

import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { catalog } from "../../functions/_shared/contracts/catalog.ts";
import type { EndpointDefinition } from "../../functions/_shared/contracts/endpoint.ts";
import { LIMITS } from "../../local/auth/attempts.ts";

const readText = (file: string) => readFileSync(file, "utf8");
const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && existsSync(file));
const sources = files.filter((file) => /\.(ts|tsx|mjs|sql|css)$/.test(file));
const packageJson = JSON.parse(readText("package.json")) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  optionalDependencies: Record<string, string>;
  scripts: Record<string, string>;
};

describe("the repository", () => {
  it("has only the expected files at its top level", () => {
    const topLevelNames = new Set(files.map((file) => file.split("/")[0] ?? ""));
    expect([...topLevelNames].toSorted()).toEqual(
      [
        ".ci",
        ".editorconfig",
        ".env.example",
        ".github",
        ".gitignore",
        ".nvmrc",
        ".oxfmtrc.json",
        ".oxlintrc.json",
        ".squawk.toml",
        "LICENSE",
        "README.md",
        "docs",
        "knip.json",
        "package-lock.json",
        "package.json",
        "supabase",
        "tsconfig.json",
        "vitest.config.ts",
        "web",
      ].toSorted(),
    );
  });

  it("keeps source files below 400 lines", () => {
    // Exceptions: migrations, which have all of a noun, and generated files.
    const exemptFiles = new Set([
      "supabase/functions/_shared/database-types.ts",
      "supabase/seed.sql",
    ]);
    const longFiles = sources.filter(
      (file) =>
        !exemptFiles.has(file) &&
        !file.startsWith("supabase/migrations/") &&
        readText(file).split("\n").length > 400,
    );
    expect(longFiles).toEqual([]);
  });

  it("has no files or folders named utils, helpers, misc or common", () => {
    expect(files.filter((file) => /(^|\/)(utils?|misc|helpers?|common)(\/|\.)/.test(file))).toEqual(
      [],
    );
    expect(files.filter((file) => /src\/.*\/index\.tsx?$/.test(file))).toEqual([]);
  });

  it("has no TODOs and no skipped tests", () => {
    const ownPath = "supabase/tests/repository/rules.test.ts";
    const pattern = /\b(TODO|FIXME|XXX)\b|\b(it|test|describe)\.(only|skip|todo)\b|expect\(true\)/;
    expect(sources.filter((file) => file !== ownPath && pattern.test(readText(file)))).toEqual([]);
  });
});

describe("tests", () => {
  it("mock modules only in the setup file", () => {
    // Files share a worker and its modules, so whether a mock in one file works would depend on the order of the files.
    const setup = "web/src/testing/setup.ts";
    const mockingFiles = sources.filter((file) => /\bvi\.(do)?mock\(/i.test(readText(file)));
    expect(mockingFiles).toEqual([setup]);
  });
});

describe("threat 37: dependencies", () => {
  it("are pinned exactly", () => {
    const { dependencies, devDependencies, optionalDependencies } = packageJson;
    const versions = Object.entries({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    });
    const exactVersion = /^(npm:@?[\w/-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
    expect(versions.filter(([, version]) => !exactVersion.test(version))).toEqual([]);
  });

  it.each(globSync("supabase/functions/*/deno.json"))(
    "are mapped to the same exact versions in %s",
    (file) => {
      const { imports } = JSON.parse(readText(file)) as { imports: Record<string, string> };
      for (const [name, target] of Object.entries(imports)) {
        const found = /^npm:\/?((?:@[\w-]+\/)?[\w.-]+)@(\d+\.\d+\.\d+)\/?$/.exec(target);
        expect(found, `${name}: ${target}`).not.toBeNull();
        const [, packageName = "", version] = found ?? [];
        expect([packageName, version]).toEqual([
          packageName,
          packageJson.dependencies[packageName],
        ]);
      }
    },
  );
});

describe("edge functions", () => {
  const functionNames = globSync("supabase/functions/*/index.ts").map((file) =>
    path.basename(path.dirname(file)),
  );

  it.each(functionNames)("%s is configured for the CLI and checks tokens itself", (name) => {
    const config = readText("supabase/config.toml");
    expect(config).toMatch(new RegExp(`\\[functions\\.${name}\\][^[]*verify_jwt = false`));
  });

  it("contain table names only in their queries", () => {
    const filesNamingTables = globSync("supabase/functions/**/*.ts").filter(
      (file) =>
        !/\/queries(\/|\.ts)|\.test\.ts$|database-types\.ts$/.test(file) &&
        /\b(from|into|update|join)\s+(public|private)\./.test(readText(file)),
    );
    expect(filesNamingTables).toEqual([]);
  });

  it("write donations only in the queries of donations", () => {
    const migrations = globSync("supabase/migrations/*.sql").map(readText).join("\n");
    const writers = [
      "create_pending_donation",
      "attach_payment_intent",
      "record_donation",
      "correct_donation",
      "void_donation",
    ];
    for (const name of writers) expect(migrations, name).toContain(`function private.${name}(`);
    const write = new RegExp(
      String.raw`\b(?:insert into|update|delete from) public\.donations\b|createWrites\("donations"|private\.(?:${writers.join("|")})\(`,
    );
    const writingFiles = globSync("supabase/functions/**/*.ts").filter((file) =>
      write.test(readText(file)),
    );
    expect(writingFiles.length).toBeGreaterThan(2);
    expect(writingFiles.map((file) => path.dirname(file))).toEqual(
      writingFiles.map(() => "supabase/functions/_shared/donations/queries"),
    );
  });

  it("have a contract of the same name for each folder of routes", () => {
    const nouns = globSync("supabase/functions/api/*/routes.ts").map((file) =>
      path.basename(path.dirname(file)),
    );
    expect(nouns.length).toBeGreaterThan(30);
    for (const noun of nouns)
      expect(existsSync(`supabase/functions/_shared/contracts/${noun}.ts`), noun).toBe(true);
  });
});

describe("the embedded Auth", () => {
  it.each([
    ["token", "token_refresh"],
    ["recover", "sign_in_sign_ups"],
    ["user", "sign_in_sign_ups"],
    ["verify", "token_verifications"],
  ] as const)("threat 46: has the limit that config.toml sets for %s", (bucket, setting) => {
    const maximum = new RegExp(`\\n${setting} = (\\d+)\n`).exec(
      readText("supabase/config.toml"),
    )?.[1];
    expect(LIMITS[bucket].triesPerSecond).toBe(Number(maximum) / 300);
  });
});

describe("the site", () => {
  it("threat 46: sends the captcha token with every call that accepts one", () => {
    const operationsWithCaptcha = Object.values(catalog).flatMap((entry: EndpointDefinition) =>
      entry.body instanceof z.ZodObject && "captchaToken" in entry.body.shape
        ? [`${entry.method} ${entry.path}`]
        : [],
    );
    expect(operationsWithCaptcha.length).toBeGreaterThan(4);
    const mutations = globSync("web/src/data/*/mutations.ts").map(readText).join("\n");
    const isSent = (call: string) =>
      new RegExp(
        `(?:api|mutation)\\("${call}", \\{\\s*(?:request: async [^=]*=> \\(\\{\\s*)?body: await withCaptcha\\(`,
      ).test(mutations);
    expect(operationsWithCaptcha.filter((call) => !isSent(call))).toEqual([]);
  });

  it("keeps each noun's data in queries.ts, mutations.ts or resource.ts", () => {
    const dataFiles = globSync("web/src/data/*/*").filter((file) => !file.includes(".test."));
    expect(dataFiles.length).toBeGreaterThan(60);
    const KINDS: Readonly<Record<string, (text: string) => boolean>> = {
      "queries.ts": (text) => !/\b(?:mutation|customMutation|singleRecord|resource)\(/.test(text),
      "mutations.ts": (text) => !/\bresource\(/.test(text),
      "resource.ts": (text) => /\bresource\(/.test(text),
    };
    const isNamedByKind = (file: string) => KINDS[path.basename(file)]?.(readText(file)) ?? false;
    expect(dataFiles.filter((file) => !isNamedByKind(file))).toEqual([]);
  });

  it("says so whenever code that it imports on demand is gone", () => {
    const wrapper = "(?:loadCode|lazyComponent|lazyDialog|lazySection|lazyPanel)\\(";
    const findUnhandledImports = (file: string) => {
      const text = readText(file);
      // Each import needs its own wrapper, or is named, so that it can also be made early.
      return text
        .split(/\bimport\(\s*"/)
        .slice(0, -1)
        .filter((code) => {
          const statement = code.slice(code.lastIndexOf(";") + 1);
          const name = /const (\w+) = \(\) =>\s*$/.exec(statement)?.[1];
          return name === undefined
            ? !new RegExp(wrapper).test(statement)
            : !new RegExp(`${wrapper}[^;]*\\b${name}\\b`).test(text);
        });
    };
    const siteFiles = files.filter(
      (file) => /^web\/src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file),
    );
    // main.tsx has one wrapper around all steps of the start.
    expect(siteFiles.filter((file) => findUnhandledImports(file).length > 0)).toEqual([
      "web/src/main.tsx",
    ]);
    // React's own `lazy` says nothing. The two others say so in the section, or press the button again.
    expect(siteFiles.filter((file) => /\blazy\(/.test(readText(file)))).toEqual([
      "web/src/lib/code/lazy-component.ts",
      "web/src/ui/dialogs/lazy-dialog.tsx",
      "web/src/ui/lazy-section.tsx",
    ]);
  });
});

describe("migrations", () => {
  it.each(globSync("supabase/migrations/*"))("%s has a timestamp and a lowercase name", (file) => {
    expect(path.basename(file)).toMatch(/^\d{14}_[a-z]+(_[a-z]+)*\.sql$/);
  });
});

describe("the environment", () => {
  it("has every variable explained in .env.example", () => {
    const example = readText(".env.example");
    const code = readText("supabase/functions/_shared/env.ts") + readText("web/src/lib/env.ts");
    const names = new Set(
      Array.from(code.matchAll(/\b([A-Z][A-Z\d]*(?:_[A-Z\d]+)+)\b/g), ([, name]) => name),
    );
    const providedVariables = new Set(["SUPABASE_DB_URL"]);
    const missingVariables = [...names].filter(
      (name) => !providedVariables.has(name ?? "") && !example.includes(`${name}`),
    );
    expect(missingVariables).toEqual([]);
  });

  it("contains no secrets, and neither does the rest of the repository outside docs", () => {
    const prefixes = ["sb_secret_", "sk_live_", "sk_test_", "whsec_", "-----BEGIN "];
    const pattern = new RegExp(prefixes.map((prefix) => `${prefix}[A-Za-z0-9]{16,}`).join("|"));
    expect(
      files.filter((file) => !file.startsWith("docs/") && pattern.test(readText(file))),
    ).toEqual([]);
  });
});

describe("the README", () => {
  it("contains the commands that start and test the project and names every script", () => {
    const readme = readText("README.md");
    expect(readme.indexOf("npm ci && npm start")).toBeGreaterThan(0);
    expect(readme.indexOf("npm ci && npm test")).toBeGreaterThan(0);
    const undocumentedScripts = Object.keys(packageJson.scripts).filter(
      (name) => !name.startsWith("check:") && !new RegExp(`npm (run )?${name}\\b`).test(readme),
    );
    expect(undocumentedScripts).toEqual([]);
  });
});

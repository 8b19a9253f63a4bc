import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findBacktracking } from "../expressions/backtracking.ts";
import { findExpressions } from "../expressions/written.ts";

const FUNCTIONS_DIR = "supabase/functions/";
const files = globSync(`${FUNCTIONS_DIR}**/*.ts`, { exclude: (file) => file.endsWith(".test.ts") });
const expressions = findExpressions(
  new Map(files.map((file) => [file, readFileSync(file, "utf8")])),
);

/**
 * Files with regular expressions that take quadratic time, and the longest text that they are applied to. In other
 * files, an expression may be applied to a megabyte of text from a stranger.
 */
const QUADRATIC_FILES: Readonly<Record<string, string>> = {
  "ai/clean-answer.ts": "an answer, cut to its field's limit before it is searched",
  "_shared/rules/excerpts.ts": "an administrator's post, 100,000 characters",
  "_shared/rules/donation-documents.ts": "our own address, 500 characters",
  "_shared/mail/to-plain-text.ts": "an administrator's template, 100,000 characters",
  "_shared/mail/render-mail.ts": "an administrator's template, 100,000 characters",
  "_shared/rules/imports/read-date.ts": "a cell with a date, 60 characters",
  "_shared/rules/imports/row-cells.ts": "a cell with an address, 254 characters",
  "_shared/http/log.ts": "an error's stack from our own code",
  "_shared/contracts/limits.ts": "a form field, in the browser",
  "_shared/clients/mail/transport.ts":
    "an address that was checked when it was stored, 254 characters",
};

const analyzedExpressions = expressions.map(({ file, source, flags }) => ({
  file: file.replace(FUNCTIONS_DIR, ""),
  expression: `/${source}/${flags}`,
  ...findBacktracking(source, flags),
}));

describe("threat 55: the regular expressions of the functions", () => {
  it("are all found, including those built from strings", () => {
    expect(analyzedExpressions.length).toBeGreaterThan(150);
    const sources = analyzedExpressions.map(({ expression }) => expression);
    expect(sources).toContain("/^\\d{5}(-\\d{4})?$/");
    expect(sources).toContain("/^[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}$/i");
  });

  it("have no nested unbounded repetition that can split text in more than one way", () => {
    expect(analyzedExpressions.filter(({ nested }) => nested.length > 0)).toEqual([]);
  });

  it("take quadratic time only in the listed files, whose text is short", () => {
    const slowExpressions = analyzedExpressions.filter(({ superLinear }) => superLinear.length > 0);
    expect(slowExpressions.filter(({ file }) => QUADRATIC_FILES[file] === undefined)).toEqual([]);
    const slowFiles = new Set(slowExpressions.map(({ file }) => file));
    expect(Object.keys(QUADRATIC_FILES).filter((file) => !slowFiles.has(file))).toEqual([]);
  });
});

describe("a sample expression", () => {
  it.each([
    String.raw`^\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s/>]`,
    "(a+)+$",
    "^(a|a)*$",
    "(a|ab)*c",
    String.raw`(\w|\d)+$`,
    "((?:x|x))*y",
    "(x+x+)+y",
    String.raw`^(\s*a?\s*)*$`,
    String.raw`^([\w.]+)*@`,
    "(a{0,500}){0,500}b",
    "^(?:(?:a*)b?)*$",
  ])("/%s/ is reported as nested", (source) => {
    expect(findBacktracking(source, "").nested).not.toEqual([]);
  });

  it.each(["^a*a*$", String.raw`\s+$`, String.raw`^\d+\w*$`])(
    "/%s/ is reported as quadratic",
    (source) => {
      expect(findBacktracking(source, "").superLinear).not.toEqual([]);
    },
  );

  it.each([
    "^[a-z0-9]+(-[a-z0-9]+)*$",
    String.raw`^(?:\\.|[^\\"])*$`,
    String.raw`^\d{5}(-\d{4})?$`,
    "^(?:[*] *){3,}$",
  ])("/%s/ is accepted", (source) => {
    expect(findBacktracking(source, "")).toEqual({ nested: [], superLinear: [] });
  });

  it("is found in source code, whatever its syntax", () => {
    const code = `
      const LETTERS = "(a+)+";
      const literal = /(a+)+$/u;
      const made = new RegExp(\`^\${LETTERS}$\`, "i");
      const joined = RegExp(LETTERS + String.raw\`\\d\`);`;
    const sources = findExpressions(new Map([["planted.ts", code]])).map(({ source }) => source);
    expect(sources).toEqual(["(a+)+$", "^(a+)+$", String.raw`(a+)+\d`]);
  });
});

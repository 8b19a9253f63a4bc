import { createInvalidRequestError } from "./api-error.ts";

export type ParamValue = string | readonly ParamValue[] | Params;
export interface Params {
  readonly [name: string]: ParamValue;
}

interface Branch {
  [name: string]: string | Branch;
}

/** Parses a form body or query: `a[b][0][c]=v` becomes `{ a: { b: [{ c: "v" }] } }`. */
export function parseForm(text: string): Params {
  const root: Branch = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = "", ...rest] = name.split("[").map((part) => part.replace(/\]$/, ""));
    const path = [first, ...rest];
    const last = path.pop() ?? "";
    let branch = root;
    for (const part of path) {
      const next = (branch[part] ??= {});
      if (typeof next === "string") throw createInvalidRequestError(`Invalid parameters: ${name}`);
      branch = next;
    }
    branch[last === "" ? String(Object.keys(branch).length) : last] = value;
  }
  return convertLists(root) as Params;
}

function convertLists(branch: string | Branch): ParamValue {
  if (typeof branch === "string") return branch;
  const names = Object.keys(branch);
  const isList = names.length > 0 && names.every((name, index) => name === String(index));
  if (isList) return Object.values(branch).map(convertLists);
  return Object.fromEntries(
    Object.entries(branch).map(([name, value]) => [name, convertLists(value)]),
  );
}

export const getTextParameter = (params: Params, name: string): string | undefined => {
  const value = params[name];
  return typeof value === "string" ? value : undefined;
};

export const getIntegerParameter = (params: Params, name: string): number | undefined => {
  const value = getTextParameter(params, name);
  return value === undefined ? undefined : Number(value);
};

export const getObjectParameter = (params: Params, name: string): Params => {
  const value = params[name];
  return typeof value === "object" && !Array.isArray(value) ? (value as Params) : {};
};

export const getListParameter = (params: Params, name: string): readonly ParamValue[] => {
  const value = params[name];
  return Array.isArray(value) ? value : [];
};

export const getTextListParameter = (params: Params, name: string): string[] =>
  getListParameter(params, name).filter((value) => typeof value === "string");

/** Omits keys with an empty value, as Stripe does. */
export const getMetadataParameter = (params: Params): Record<string, string> =>
  Object.fromEntries(
    Object.entries(getObjectParameter(params, "metadata")).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
    ),
  );

import { invalidRequestError } from "./api-error.ts";

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
      if (typeof next === "string") throw invalidRequestError(`Invalid parameters: ${name}`);
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

export const textParameter = (params: Params, name: string): string | undefined => {
  const value = params[name];
  return typeof value === "string" ? value : undefined;
};

export const integerParameter = (params: Params, name: string): number | undefined => {
  const value = textParameter(params, name);
  return value === undefined ? undefined : Number(value);
};

export const objectParameter = (params: Params, name: string): Params => {
  const value = params[name];
  return typeof value === "object" && !Array.isArray(value) ? (value as Params) : {};
};

export const listParameter = (params: Params, name: string): readonly ParamValue[] => {
  const value = params[name];
  return Array.isArray(value) ? value : [];
};

export const textsParameter = (params: Params, name: string): string[] =>
  listParameter(params, name).filter((value) => typeof value === "string");

/** Omits keys that are set to nothing, as Stripe does. */
export const metadataParameter = (params: Params): Record<string, string> =>
  Object.fromEntries(
    Object.entries(objectParameter(params, "metadata")).filter(
      (entry): entry is [string, string] => typeof entry[1] === "string" && entry[1] !== "",
    ),
  );

import type { Access } from "../functions/_shared/contracts/endpoint.ts";
import type { Contract, OperationContract, OutputSchema } from "./contract.ts";
import { findIncompatibilities, type Schema } from "./schema.ts";

/**
 * The callers that each kind of access allows. Everyone who could call an endpoint before the change must still be able
 * to call it.
 */
const CALLERS: Readonly<Record<Access, readonly string[]>> = {
  public: [
    "public",
    "volunteer",
    "unconfirmed-admin",
    "unenrolled-admin",
    "admin",
    "recovery",
    "donor",
    "service",
  ],
  volunteer: ["volunteer"],
  "unconfirmed-admin": ["unconfirmed-admin"],
  admin: ["admin"],
  "unenrolled-or-admin": ["unenrolled-admin", "admin"],
  "volunteer-or-admin": ["volunteer", "admin"],
  recovery: ["recovery"],
  donor: ["donor"],
  service: ["service"],
  monitor: ["monitor", "admin"],
};

const ROLES = ["public", "volunteer", "admin"] as const;
const NO_FIELDS: Schema = { type: "object" };

/** Lists the API changes that would break pages of the released version that are still open in a browser. */
export function findBreakingChanges(
  { operations: released }: Pick<Contract, "operations">,
  { operations: current }: Pick<Contract, "operations">,
): string[] {
  return Object.entries(released).flatMap(([name, before]) => {
    const after = current[name];
    if (after === undefined) return [`${name}: the endpoint is gone`];
    const problems = [
      ...compareAccess(before, after),
      ...compareInputs(before, after),
      ...ROLES.flatMap((role) => compareOutputs(before.outputs, after.outputs, role)),
    ];
    return [...new Set(problems)].map((problem) => `${name}: ${problem}`);
  });
}

function compareAccess(before: OperationContract, after: OperationContract): string[] {
  const lostCallers =
    after.access === "public"
      ? []
      : CALLERS[before.access].filter((caller) => !CALLERS[after.access].includes(caller));
  return [
    ...(lostCallers.length > 0 ? [`the access is now ${after.access}, not ${before.access}`] : []),
    ...after.headers
      .filter((header) => !before.headers.includes(header))
      .map((header) => `the header ${header} is now required`),
  ];
}

function compareInputs(before: OperationContract, after: OperationContract): string[] {
  if ((before.body === "bytes") !== (after.body === "bytes"))
    return ["the kind of body has changed"];
  return (["params", "query", "body"] as const).flatMap((place) => {
    const [sent = NO_FIELDS, understood = NO_FIELDS] = [before[place], after[place]];
    if (typeof sent === "string" || typeof understood === "string") return [];
    return findIncompatibilities({ sent, understood, place, ignoresUnknownFields: false });
  });
}

function compareOutputs(
  before: OperationContract["outputs"],
  after: OperationContract["outputs"],
  role: (typeof ROLES)[number],
): string[] {
  const understood: OutputSchema = before[role] ?? before.public;
  const sent: OutputSchema = after[role] ?? after.public;
  if (typeof sent === "string" || typeof understood === "string") {
    return sent === understood ? [] : ["the type of the response has changed"];
  }
  return findIncompatibilities({ sent, understood, place: "response", ignoresUnknownFields: true });
}

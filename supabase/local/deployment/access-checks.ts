import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { AUTH_ADVICE, type Check, requireThat, SkippedCheck } from "./check.ts";
import { parseJsonResponse, requireAvailable } from "./deployment.ts";

const MIGRATION_ADVICE =
  "Find out who changed it (docs/operate/incidents.md), and apply the migrations (`npx supabase db push`).";

type Access = Readonly<Record<string, string>>;

/** Returns what the migrations made and whom they let do what, by table, function and bucket. */
const readExpectedAccess = (): Access =>
  JSON.parse(readFileSync(new URL("access.json", import.meta.url), "utf8")) as Access;

const listNames = (access: Access, kind: string): readonly string[] =>
  Object.keys(access).flatMap((name) => (name.startsWith(kind) ? [name.slice(kind.length)] : []));

/** Returns the parts of one description that the other lacks, such as “triggers 3, 1f2e3d4c”. */
const listOtherParts = (text: string, other: string): string => {
  const otherParts = other.split("; ");
  const parts = text.split("; ").filter((part) => !otherParts.includes(part));
  return parts.length > 0 ? `“${parts.join("; ")}”` : "";
};

/** Says how what is there differs from what the migrations make. */
function describeDifference(
  name: string,
  actual: string | undefined,
  expected: string | undefined,
): string {
  if (actual === undefined) return `${name} is missing`;
  if (expected === undefined) return `${name} has “${actual}”, and no migration made it`;
  const [added, lacking] = [listOtherParts(actual, expected), listOtherParts(expected, actual)];
  if (added === "") return `${name} lacks ${lacking}`;
  return `${name} has ${added}${lacking === "" ? "" : ` instead of ${lacking}`}`;
}

const TABLE = "table public.";
const BUCKET = "bucket ";

const PARALLEL_REQUESTS = 8;

/** A database without a migration differs in hundreds of parts. */
const MAX_SHOWN_DIFFERENCES = 20;

/** Checks who may do what in the project: by its catalog, and by trying it as a stranger. */
export const accessChecks: readonly Check[] = [
  {
    name: "rights and rules in the database",
    run: async ({ getConfiguration, requestAsMonitor, site }) => {
      await getConfiguration();
      const url = `${site}/api/health/access`;
      const actual = parseJsonResponse<Access>(url, await requestAsMonitor(url));
      const expected = readExpectedAccess();
      const differences = Object.keys({ ...expected, ...actual })
        .filter((name) => expected[name] !== actual[name])
        .map((name) => describeDifference(name, actual[name], expected[name]));
      const rest = differences.length - MAX_SHOWN_DIFFERENCES;
      requireThat(
        differences.length === 0,
        `${differences.slice(0, MAX_SHOWN_DIFFERENCES).join("; ")}${rest > 0 ? `; and ${rest} more` : ""}. ${MIGRATION_ADVICE}`,
      );
    },
  },
  {
    name: "private tables are closed",
    run: async ({ getPublishableKey, getProjectUrl, request }) => {
      const apikey = await getPublishableKey();
      const baseUrl = `${await getProjectUrl()}/rest/v1`;
      const expected = readExpectedAccess();
      // Visitors may read columns of some tables, but never all of them.
      const tables = listNames(expected, TABLE).filter(
        (table) => !/; anon [^;]*select(?!\()/.test(expected[`${TABLE}${table}`] ?? ""),
      );
      const openTables: string[] = [];
      const checkTable = async (table: string) => {
        const url = `${baseUrl}/${table}?select=*&limit=1`;
        const send = () => request(url, { headers: { apikey } });
        // A gateway may close a connection that it kept open at the moment when the next request is sent on it.
        const { status } = await requireAvailable("REST", send().catch(send));
        if (status !== 401 && status !== 403) openTables.push(`${table} returned ${status}`);
      };
      for (let start = 0; start < tables.length; start += PARALLEL_REQUESTS) {
        await Promise.all(tables.slice(start, start + PARALLEL_REQUESTS).map(checkTable));
      }
      requireThat(
        openTables.length === 0,
        `${openTables.join(", ")} to an anonymous visitor. Apply the migrations (\`npx supabase db push\`).`,
      );
      const { status } = await request(`${baseUrl}/tables?limit=1`, {
        headers: { apikey, "Accept-Profile": "private" },
      });
      requireThat(
        status === 406,
        `The API offers the schema private (it returned ${status}). ${AUTH_ADVICE}`,
      );
      return `${tables.length} tables`;
    },
  },
  {
    name: "private buckets are closed",
    run: async ({ getProjectUrl, request }) => {
      const baseUrl = `${await getProjectUrl()}/storage/v1/object/public`;
      const expected = readExpectedAccess();
      for (const bucket of listNames(expected, BUCKET)) {
        const response = await request(`${baseUrl}/${bucket}/${randomUUID()}`);
        if (response.status >= 500) throw new SkippedCheck("skipped: the check “pictures” failed");
        const isPublic = !/bucket not found/i.test(response.text);
        const shouldBePublic = expected[`${BUCKET}${bucket}`]?.startsWith("public") === true;
        requireThat(
          isPublic === shouldBePublic,
          `The bucket ${bucket} is ${isPublic ? "public" : "private"}. Make it ${shouldBePublic ? "public" : "private"} (Storage in the Supabase dashboard).`,
        );
      }
    },
  },
];

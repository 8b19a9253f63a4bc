import { escapeHtml } from "../../_shared/rules/escape-html.ts";
import type { PersonExport } from "./queries.ts";

/** Returns "First name" for first_name. */
const toLabel = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function formatText(value: unknown): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  return typeof value === "string" ? value : JSON.stringify(value);
}

const hasValue = ([, value]: readonly [string, unknown]): boolean =>
  value !== null && value !== "" && formatText(value) !== "[]" && formatText(value) !== "{}";

function renderRow(row: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(row)
    .filter(hasValue)
    .map(
      ([name, value]) =>
        `<dt>${escapeHtml(toLabel(name))}</dt><dd>${escapeHtml(formatText(value))}</dd>`,
    );
  return `<li><dl>${fields.join("")}</dl></li>`;
}

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 50rem; padding: 0 1rem; }
  ol { padding-left: 1.5rem; }
  li { border-top: 1px solid #8884; padding: 0.75rem 0; }
  dl { display: grid; gap: 0.25rem 1rem; grid-template-columns: minmax(8rem, 14rem) 1fr; margin: 0; }
  dt { color: GrayText; }
  dd { margin: 0; overflow-wrap: anywhere; white-space: pre-wrap; }
  @media (max-width: 30rem) { dl { grid-template-columns: 1fr; } }`;

interface PageDetails {
  readonly organizationName: string;
  readonly createdAt: string;
  /** The paths of the files within the archive. */
  readonly filePaths: readonly string[];
}

/** Returns the page that a person can read without knowing what JSON is. */
export function renderExportPage(
  { tables, names, addresses }: PersonExport,
  { organizationName, createdAt, filePaths }: PageDetails,
): string {
  const title = `What ${organizationName} stores about ${names[0] ?? addresses[0] ?? "this person"}`;
  const sections = tables.map(
    ({ table, rows }) =>
      `<h2>${escapeHtml(toLabel(table))} (${rows.length})</h2><ol>${rows.map(renderRow).join("")}</ol>`,
  );
  const files = filePaths.map((path) => {
    const escapedPath = escapeHtml(path);
    return `<li><a href="${escapedPath}">${escapedPath}</a></li>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>Made on ${escapeHtml(createdAt.slice(0, 10))}. Times are in UTC, and amounts are in US dollars.
The files in the folder "data" have the same content in a format that other programs can read.</p>
${sections.join("\n")}
${files.length === 0 ? "" : `<h2>Files (${files.length})</h2><ol>${files.join("")}</ol>`}
</body>
</html>
`;
}

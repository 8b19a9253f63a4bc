/** A row of requirements.md, or of threats.md. */
export interface Requirement {
  /** Such as `DON-04` or `threat 27`. */
  readonly id: string;
  readonly text: string;
  /** True if the document says that the row doesn't have a test yet. */
  readonly isWaiting: boolean;
}

export function readRequirements(checklist: string): Requirement[] {
  const rows = checklist.matchAll(/^\| ([A-Z]+-\d{2}) \| (.*) \|$/gm);
  return Array.from(rows, ([, id = "", text = ""]) => ({ id, text, isWaiting: false }));
}

export function readThreats(threats: string): Requirement[] {
  const rows = threats.matchAll(/^\| (\d+) \| (.*?) \|.* \| (.*) \|$/gm);
  return Array.from(rows, ([, number = "", text = "", tests = ""]) => ({
    id: `threat ${number}`,
    text,
    isWaiting: tests.startsWith("No test yet"),
  }));
}

/** Returns the threats in some text: `threat 27`, `threats 1 and 57`. */
export function findThreats(text: string): Set<string> {
  const lists = text.matchAll(/\bthreats? (\d+(?:(?:, | and )\d+)*)/gi);
  return new Set(
    Array.from(lists, ([, list = ""]) => list.split(/, | and /))
      .flat()
      .map((number) => `threat ${number}`),
  );
}

/** Returns the requirement IDs in some text: `DON-04`, and a range such as `DON-04..07`. */
export function findRequirementIds(text: string): Set<string> {
  const ids = new Set<string>();
  for (const match of text.matchAll(/\b([A-Z]{2,})-(\d{2})(?:\.\.(\d{2}))?\b/g)) {
    const [, area = "", first = "", last = first] = match;
    for (let number = Number(first); number <= Number(last); number += 1) {
      ids.add(`${area}-${String(number).padStart(2, "0")}`);
    }
  }
  return ids;
}

/**
 * Returns the API calls in some text, such as `GET /api/…`, with `{}` for every parameter and without queries. The CDN
 * rewrites /events/ to /api/events/.
 */
export function findCalls(text: string): Set<string> {
  const calls = new Set<string>();
  for (const [, method = "", path = ""] of text.matchAll(
    /`(GET|POST|PUT|PATCH|DELETE) (\/(?:api|events)\/[^\s`?]*)[^`]*`/g,
  )) {
    const call = `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}")}`;
    calls.add(call.replace(" /events/", " /api/events/"));
  }
  return calls;
}

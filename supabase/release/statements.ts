/** Comments, strings, quoted names and function bodies. Their words aren't statements. */
export const QUOTED_TEXT =
  /--.*|\/\*[\s\S]*?\*\/|\be'(?:[^'\\]|\\[\s\S])*'|'[^']*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|\bbegin\s+atomic\b[\s\S]*?;\s*end\b/gi;

export interface Statement {
  readonly line: number;
  /** The statement with spaces in place of its comments, strings, quoted names and function bodies. */
  readonly words: string;
  readonly text: string;
}

/** Returns the statements of a migration. */
export function splitStatements(text: string): Statement[] {
  const words = text.replaceAll(QUOTED_TEXT, (quoted) => quoted.replaceAll(/[^\n]/g, " "));
  return [...words.matchAll(/[^;]*[^;\s][^;]*/g)].map(({ 0: part, index }) => {
    const start = index + part.length - part.trimStart().length;
    const end = index + part.length;
    return {
      line: text.slice(0, start).split("\n").length,
      words: words.slice(start, end),
      text: text.slice(start, end),
    };
  });
}

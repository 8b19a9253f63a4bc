import { createElement, type ReactNode } from "react";

/** Only what leads somewhere a person would go; never `javascript:` or `data:`. */
const SAFE_HREF = /^(https:\/\/|mailto:|\/(?!\/)|#)/i;
const INLINE = /\*\*(.+?)\*\*|\*(\S(?:.*?\S)?)\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

const inline = (text: string): ReactNode[] => {
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    nodes.push(text.slice(end, match.index));
    const [whole, strong, emphasis, label, href] = match;
    if (strong) nodes.push(<strong key={match.index}>{strong}</strong>);
    else if (emphasis) nodes.push(<em key={match.index}>{emphasis}</em>);
    else if (label && href && SAFE_HREF.test(href)) {
      nodes.push(
        <a key={match.index} href={href} rel="noopener noreferrer">
          {label}
        </a>,
      );
    } else nodes.push(label ?? whole);
    end = match.index + whole.length;
  }
  nodes.push(text.slice(end));
  return nodes;
};

const LISTS = [
  { tag: "ul", marker: /^[-*+]\s+/ },
  { tag: "ol", marker: /^\d+[.)]\s+/ },
] as const;

const block = (source: string, key: number, top: 2 | 3): ReactNode => {
  const lines = source.split("\n");
  const heading = /^(#{1,6})\s+(.*)$/.exec(lines[0] ?? "");
  if (heading && lines.length === 1) {
    const level = (heading[1]?.length ?? 1) <= 2 ? top : top + 1;
    return createElement(`h${level}`, { key }, ...inline(heading[2] ?? ""));
  }
  const list = LISTS.find(({ marker }) => lines.every((line) => marker.test(line)));
  if (list) {
    const items = lines.map((line) => <li key={line}>{inline(line.replace(list.marker, ""))}</li>);
    return createElement(list.tag, { key }, items);
  }
  if (lines.every((line) => line.startsWith(">"))) {
    return (
      <blockquote key={key} className="border-accent border-l-2 pl-4 italic">
        {inline(lines.map((line) => line.replace(/^>\s?/, "")).join(" "))}
      </blockquote>
    );
  }
  return (
    <p key={key} className="whitespace-pre-line">
      {inline(source)}
    </p>
  );
};

export interface MarkdownProps {
  readonly source: string;
  /** Below what the page (h1) or dialog (h2) around it is called. */
  readonly headingLevel?: 2 | 3;
}

/** The Markdown that posts use, as React elements: no HTML is parsed, so none can run. */
export const Markdown = ({ source, headingLevel = 3 }: MarkdownProps) => (
  <div className="prose-text leading-relaxed">
    {source
      .replaceAll("\r\n", "\n")
      .replace(/^(#{1,6}\s.*)$/gm, "$1\n")
      .split(/\n{2,}/)
      .map((part) => part.trim())
      .filter(Boolean)
      .map((part, index) => block(part, index, headingLevel))}
  </div>
);

import { EMBEDDED_PICTURE, type PastedFragment } from "./fragment.ts";

const BOX = "SCXW11351243 BCX0";
const RESET =
  "margin: 0px; padding: 0px; user-select: text; -webkit-user-drag: none; -webkit-tap-highlight-color: transparent;";

const run = (text: string, style = "", kind = ""): string =>
  `<span data-contrast="auto" xml:lang="EN-US" lang="EN-US" class="TextRun ${kind}${BOX}" style="${RESET} font-variant-ligatures: none !important; font-size: 11pt; line-height: 18.3458px; font-family: Calibri, Calibri_EmbeddedFont, Calibri_MSFontService, sans-serif; ${style}"><span class="NormalTextRun ${BOX}" style="${RESET}">${text}</span></span>`;
const END = `<span class="EOP ${BOX}" data-ccp-props="{&quot;201341983&quot;:0,&quot;335559739&quot;:160}" style="${RESET} font-size: 11pt;">&nbsp;</span>`;

const paragraph = (content: string, attributes = ""): string =>
  `<p class="Paragraph ${BOX}" xml:lang="EN-US" lang="EN-US" paraid="1480597591" paraeid="{6282bc4e}{80}" ${attributes} style="${RESET} overflow-wrap: break-word; white-space: pre-wrap; font-weight: normal; font-style: normal; vertical-align: baseline; background-color: transparent; color: windowtext; text-align: left; text-indent: 0px;">${content}${END}</p>`;
const outline = (content: string): string =>
  `<div class="OutlineElement Ltr ${BOX}" style="${RESET} clear: both; position: relative; direction: ltr;">${content}</div>`;

/** Each item is in a list of its own, which states the item's number. */
const item = (name: "ol" | "ul", level: number, text: string, number = 1): string =>
  `<div class="ListContainerWrapper ${BOX}" style="${RESET} position: relative; font-weight: 400;"><${name} class="${name === "ol" ? "Number" : "Bullet"}ListStyle${level} ${BOX}" role="list"${name === "ol" ? ` start="${number}"` : ""} style="${RESET} overflow: visible; cursor: text;"><li data-leveltext="%1." data-font="Calibri" data-listid="2" data-list-defn-props="{&quot;335551671&quot;:6}" aria-setsize="-1" data-aria-posinset="${number}" role="listitem" data-aria-level="${level}" class="OutlineElement Ltr ${BOX}" style="margin: 0px 0px 0px ${24 * level}px; padding: 0px; display: block;">${paragraph(run(text))}</li></${name}></div>`;

const copy = (content: string): string => `<meta charset='utf-8'>${content}`;

export const WORD_ONLINE: readonly PastedFragment[] = [
  {
    name: "a list that starts at 6",
    origin: "file",
    html: copy(item("ol", 1, "One", 6) + item("ol", 1, "Two", 7) + item("ol", 1, "Three", 8)),
    markdown: "6. One\n7. Two\n8. Three",
  },
  {
    name: "bullets on three levels",
    origin: "file",
    html: copy(
      item("ul", 1, "A") +
        item("ul", 2, "B") +
        item("ul", 3, "C") +
        item("ul", 2, "D") +
        item("ul", 3, "E"),
    ),
    markdown: "- A\n  - B\n    - C\n  - D\n    - E",
  },
  {
    name: "bullets below numbers",
    origin: "file",
    html: copy(
      item("ol", 1, "Pack", 1) +
        item("ul", 2, "Socks") +
        item("ul", 2, "Tea") +
        item("ol", 1, "Mail", 2) +
        item("ol", 2, "by Monday", 1),
    ),
    markdown: "1. Pack\n   - Socks\n   - Tea\n2. Mail\n   1. by Monday",
  },
  {
    name: "two lists in a row, then a paragraph and the first list again",
    origin: "memory",
    html: copy(
      item("ol", 1, "One", 1) +
        item("ol", 1, "Other", 1) +
        outline(paragraph(run("Then"))) +
        item("ol", 1, "Two", 2),
    ),
    markdown: "1. One\n\n1) Other\n\nThen\n\n2. Two",
  },
  {
    name: "headings, bold and italics",
    origin: "memory",
    html: copy(
      outline(
        paragraph(
          run("Our year", "color: rgb(47, 84, 150); font-size: 16pt;"),
          'role="heading" aria-level="1"',
        ),
      ) +
        outline(paragraph(run("May", "font-weight: bold;"), 'role="heading" aria-level="3"')) +
        outline(
          paragraph(
            run("Thank ") +
              run("you", "font-weight: bold;", "MacChromeBold ") +
              run(", ") +
              run("all", "font-style: italic;") +
              run(" of ", "font-style: normal;") +
              run("them", "text-decoration: line-through;", "Strikethrough "),
          ),
        ),
    ),
    markdown: "## Our year\n\n### May\n\nThank **you**, *all* of ~~them~~",
  },
  {
    name: "a link and an address of three lines",
    origin: "memory",
    html: copy(
      outline(
        paragraph(
          `${run("See ")}<a class="Hyperlink ${BOX}" href="https://example.org/boxes" target="_blank" rel="noreferrer noopener" style="${RESET} text-decoration: none; color: inherit;">${run("our boxes", "color: rgb(5, 99, 193); text-decoration: underline;", "Underlined ")}</a>${run('<span class="LineBreakBlob BlobObject DragDrop"><span>&nbsp;</span><br></span>12 Main St')}`,
        ),
      ),
    ),
    markdown: "See [our boxes](https://example.org/boxes)\n12 Main St",
  },
  {
    name: "a table",
    origin: "memory",
    html: copy(
      `<div class="TableContainer Ltr ${BOX}"><table border="1" class="Table Ltr TableGrid ${BOX}" data-tablestyle="MsoTableGrid"><tbody>${[
        ["Item", "Boxes"],
        ["Socks", "40"],
      ]
        .map(
          (cells) =>
            `<tr role="row" class="TableRow ${BOX}">${cells.map((cell) => `<td role="rowheader" data-celllook="0" class="${BOX}"><div class="TableCellContent ${BOX}">${outline(paragraph(run(cell)))}</div></td>`).join("")}</tr>`,
        )
        .join("")}</tbody></table></div>`,
    ),
    markdown: "| Item | Boxes |\n| --- | --- |\n| Socks | 40 |",
  },
  {
    name: "a picture",
    origin: "memory",
    html: copy(
      outline(paragraph(run("Before"))) +
        outline(
          paragraph(
            `<span class="WACImageContainer NoPadding DragDrop BlobObject ${BOX}" role="presentation" style="position: relative;"><img src="${EMBEDDED_PICTURE}" alt="Two boxes&#10;&#10;Description automatically generated" class="WACImage ${BOX}"></span>`,
          ),
        ) +
        outline(paragraph(run("After"))),
    ),
    markdown: "Before\n\n![Two boxes](/images/site/1)\n\nAfter",
  },
];

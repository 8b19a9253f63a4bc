import {
  type PDFContext,
  type PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from "@cantoo/pdf-lib";

type TagType =
  | "Document"
  | "Part"
  | "H1"
  | "P"
  | "BlockQuote"
  | "Figure"
  | "Table"
  | "TR"
  | "TH"
  | "TD";

export interface Tag {
  readonly type: TagType;
  readonly ref: PDFRef;
  readonly parent: PDFRef;
  readonly scope: "Column" | "Row" | undefined;
  /** The number of columns that a cell spans. */
  readonly columns: number | undefined;
  /** What a picture shows. */
  readonly alt: string | undefined;
  /** The element's children, which are other elements or pieces of marked content. */
  readonly kids: (PDFRef | PDFDict)[];
}

interface TagOptions {
  readonly scope?: Tag["scope"];
  readonly columns?: Tag["columns"];
  readonly alt?: Tag["alt"];
}

/**
 * Builds the structure tree that screen readers use (PDF 1.7, 14.7 and 14.8), because pdf-lib doesn't write tags
 * itself.
 */
export class TagTree {
  readonly root: Tag;
  readonly #document: PDFDocument;
  readonly #context: PDFContext;
  readonly #treeRef: PDFRef;
  readonly #tags: Tag[] = [];
  /** Each page's elements, indexed by marked-content ID. */
  readonly #tagsByPage = new Map<PDFPage, Tag[]>();

  constructor(document: PDFDocument) {
    this.#document = document;
    this.#context = document.context;
    this.#treeRef = this.#context.nextRef();
    this.root = this.#createTag("Document", this.#treeRef);
  }

  #createTag(type: TagType, parent: PDFRef, options: TagOptions = {}): Tag {
    const { scope, columns, alt } = options;
    const ref = this.#context.nextRef();
    const tag: Tag = { type, ref, parent, scope, columns, alt, kids: [] };
    this.#tags.push(tag);
    return tag;
  }

  add(parent: Tag, type: TagType, options?: TagOptions): Tag {
    const tag = this.#createTag(type, parent.ref, options);
    parent.kids.push(tag.ref);
    return tag;
  }

  /** Draws content that belongs to an element. Without `tag`, marks it as decoration, such as a page number. */
  draw(page: PDFPage, tag: Tag | undefined, drawContent: () => void): void {
    const { BeginMarkedContent, BeginMarkedContentSequence, EndMarkedContent } = PDFOperatorNames;
    if (tag === undefined) {
      page.pushOperators(PDFOperator.of(BeginMarkedContent, [PDFName.of("Artifact")]));
    } else {
      const pageTags = this.#tagsByPage.get(page) ?? [];
      this.#tagsByPage.set(page, pageTags);
      const markedContentId = pageTags.push(tag) - 1;
      tag.kids.push(this.#context.obj({ Type: "MCR", Pg: page.ref, MCID: markedContentId }));
      const properties = `<</MCID ${markedContentId}>>`;
      page.pushOperators(
        PDFOperator.of(BeginMarkedContentSequence, [PDFName.of(tag.type), properties]),
      );
    }
    drawContent();
    page.pushOperators(PDFOperator.of(EndMarkedContent));
  }

  /** Writes the tree into the document after everything is drawn. */
  finish(): void {
    const context = this.#context;
    for (const { type, ref, parent, scope, columns, alt, kids } of this.#tags) {
      const span = columns === undefined ? {} : { ColSpan: columns };
      const attributes = {
        ...(scope === undefined ? {} : { A: { O: "Table", Scope: scope, ...span } }),
        ...(alt === undefined ? {} : { Alt: PDFHexString.fromText(alt) }),
      };
      const element = { Type: "StructElem", S: type, P: parent, K: [...kids], ...attributes };
      context.assign(ref, context.obj(element));
    }
    const pageEntries = [...this.#tagsByPage];
    for (const [index, [page]] of pageEntries.entries()) {
      page.node.set(PDFName.of("StructParents"), context.obj(index));
      page.node.set(PDFName.of("Tabs"), PDFName.of("S"));
    }
    const parentTreeEntries = pageEntries.flatMap(([, tags], index) => [
      index,
      tags.map(({ ref }) => ref),
    ]);
    const tree = {
      Type: "StructTreeRoot",
      K: [this.root.ref],
      ParentTree: { Nums: parentTreeEntries },
      ParentTreeNextKey: pageEntries.length,
    };
    context.assign(this.#treeRef, context.obj(tree));
    this.#document.catalog.set(PDFName.of("StructTreeRoot"), this.#treeRef);
    this.#document.catalog.set(PDFName.of("MarkInfo"), context.obj({ Marked: true }));
  }
}

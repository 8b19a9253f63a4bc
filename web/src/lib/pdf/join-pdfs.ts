import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  PDFObjectCopier,
  PDFPage,
  type PDFPageLeaf,
  PDFRef,
} from "@cantoo/pdf-lib";
import { createXmpMetadata } from "#rules/xmp-metadata.ts";

const name = (text: string) => PDFName.of(text);

/** A file's structure elements, and those of each of its pages. */
interface Structure {
  readonly root: PDFDict;
  readonly rootRef: PDFRef;
}

const findStructure = (document: PDFDocument): Structure | undefined => {
  const rootRef = document.catalog.get(name("StructTreeRoot"));
  if (!(rootRef instanceof PDFRef)) return undefined;
  return { rootRef, root: document.context.lookup(rootRef, PDFDict) };
};

/**
 * Joins tagged PDFs. pdf-lib's own `copyPages` would leave out the tags, so the pages and the structure elements, which
 * refer to each other, are copied together.
 */
export const joinPdfs = async (
  files: readonly Uint8Array[],
  title: string,
): Promise<Uint8Array<ArrayBuffer>> => {
  const joined = await PDFDocument.create();
  const { context, catalog } = joined;
  const rootRef = context.nextRef();
  const elements: PDFRef[] = [];
  const parents = PDFArray.withContext(context);
  let keyCount = 0;
  let author = "";
  for (const file of files) {
    const source = await PDFDocument.load(file);
    author ||= source.getAuthor() ?? "";
    const copier = PDFObjectCopier.for(source.context, context);
    for (const { ref } of source.getPages()) {
      const copiedRef = copier.copy(ref);
      const leaf = context.lookup(copiedRef) as PDFPageLeaf;
      joined.addPage(PDFPage.of(leaf, copiedRef, joined));
      const key = leaf.lookupMaybe(name("StructParents"), PDFNumber);
      if (key) leaf.set(name("StructParents"), PDFNumber.of(key.asNumber() + keyCount));
    }
    const structure = findStructure(source);
    if (!structure) continue;
    const copiedRef = copier.copy(structure.rootRef);
    const copiedRoot = context.lookup(copiedRef, PDFDict);
    for (const kid of copiedRoot.lookup(name("K"), PDFArray).asArray()) {
      context.lookup(kid, PDFDict).set(name("P"), rootRef);
      elements.push(kid as PDFRef);
    }
    const entries = copiedRoot.lookup(name("ParentTree"), PDFDict).lookup(name("Nums"), PDFArray);
    for (const entry of entries.asArray()) {
      const isKey = entry instanceof PDFNumber;
      parents.push(isKey ? PDFNumber.of(entry.asNumber() + keyCount) : entry);
    }
    keyCount += source.getPageCount();
    context.delete(copiedRef);
  }
  const tree = {
    Type: "StructTreeRoot",
    K: elements,
    ParentTree: { Nums: parents },
    ParentTreeNextKey: keyCount,
  };
  context.assign(rootRef, context.obj(tree));
  catalog.set(name("StructTreeRoot"), rootRef);
  catalog.set(name("MarkInfo"), context.obj({ Marked: true }));
  const xmp = createXmpMetadata({ title, author, createdAt: new Date() });
  const metadata = context.stream(xmp, { Type: "Metadata", Subtype: "XML" });
  catalog.set(name("Metadata"), context.register(metadata));
  joined.setTitle(title, { showInWindowTitleBar: true });
  joined.setAuthor(author);
  joined.setLanguage("en-US");
  return Uint8Array.from(await joined.save());
};

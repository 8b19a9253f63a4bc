import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFRawStream,
  type PDFRef,
} from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { joinPdfs } from "./join-pdfs.ts";

/** Creates a PDF that has one structure element per page, as our papers do. */
const createTaggedPdf = async (pageCount: number): Promise<Uint8Array> => {
  const document = await PDFDocument.create();
  document.setAuthor("Lamplight Café");
  const { context, catalog } = document;
  const [rootRef, elementRef] = [context.nextRef(), context.nextRef()];
  const pages = Array.from({ length: pageCount }, () => document.addPage([612, 792]));
  const kids = pages.map(({ ref }) => context.obj({ Type: "MCR", Pg: ref, MCID: 0 }));
  const element = { Type: "StructElem", S: "Document", P: rootRef, K: kids };
  context.assign(elementRef, context.obj(element));
  const nums = pages.flatMap(({ node }, index) => {
    node.set(PDFName.of("StructParents"), context.obj(index));
    return [index, [elementRef]];
  });
  const tree = { Type: "StructTreeRoot", K: [elementRef], ParentTree: { Nums: nums } };
  context.assign(rootRef, context.obj(tree));
  catalog.set(PDFName.of("StructTreeRoot"), rootRef);
  return document.save();
};

test("joins PDFs with all of their pages, and each page keeps its tags", async () => {
  const files = [await createTaggedPdf(2), await createTaggedPdf(1), await createTaggedPdf(3)];
  const joined = await PDFDocument.load(await joinPdfs(files, "Statements 2026"));
  expect(joined.getTitle()).toBe("Statements 2026");
  const metadata = joined.catalog.lookup(PDFName.of("Metadata")) as PDFRawStream;
  const xmp = new TextDecoder().decode(decodePDFRawStream(metadata).decode());
  expect(xmp).toContain(">Statements 2026</rdf:li>");
  expect(xmp).toContain("<rdf:li>Lamplight Caf&#233;</rdf:li>");
  const pages = joined.getPages();
  expect(pages).toHaveLength(6);
  const root = joined.catalog.lookup(PDFName.of("StructTreeRoot"), PDFDict);
  const elements = root.lookup(PDFName.of("K"), PDFArray);
  expect(elements.size()).toBe(3);
  const parents = root
    .lookup(PDFName.of("ParentTree"), PDFDict)
    .lookup(PDFName.of("Nums"), PDFArray);
  const keys = pages.map(({ node }) =>
    node.lookup(PDFName.of("StructParents"), PDFNumber).asNumber(),
  );
  expect(keys).toEqual([0, 1, 2, 3, 4, 5]);
  const taggedPages = elements.asArray().flatMap((_, index) => {
    const element = elements.lookup(index, PDFDict);
    expect(element.get(PDFName.of("P"))).toBe(joined.catalog.get(PDFName.of("StructTreeRoot")));
    const kids = element.lookup(PDFName.of("K"), PDFArray);
    return kids
      .asArray()
      .map((__, kid) => kids.lookup(kid, PDFDict).get(PDFName.of("Pg")) as PDFRef);
  });
  expect(taggedPages).toEqual(pages.map(({ ref }) => ref));
  for (const [index, key] of keys.entries()) {
    expect(parents.lookup(2 * index, PDFNumber).asNumber()).toBe(key);
    const [element] = parents.lookup(2 * index + 1, PDFArray).asArray();
    expect(elements.asArray()).toContain(element);
  }
});

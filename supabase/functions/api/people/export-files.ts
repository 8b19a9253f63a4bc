import type { ZippedFile } from "../../_shared/archives/zip-files.ts";
import type { StorageClient } from "../../_shared/clients/storage.ts";
import { renderExportPage } from "./export-page.ts";
import type { PersonExport, PersonFile } from "./queries.ts";

const EXTENSIONS: readonly (readonly [extension: string, signature: readonly number[]])[] = [
  ["jpg", [0xff, 0xd8, 0xff]],
  ["png", [0x89, 0x50, 0x4e, 0x47]],
  ["gif", [0x47, 0x49, 0x46]],
  ["webp", [0x52, 0x49, 0x46, 0x46]],
];

/** Stored pictures have no file extension, but computers need one to open them. */
const detectExtension = (bytes: Uint8Array): string =>
  EXTENSIONS.find(([, signature]) =>
    signature.every((byte, index) => bytes[index] === byte),
  )?.[0] ?? "avif";

async function readBytes(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  return new Uint8Array(await new Response(stream as BodyInit).arrayBuffer());
}

async function readStoredFile(
  storage: StorageClient,
  { bucket, name }: PersonFile,
): Promise<{ readonly path: string; readonly bytes: Uint8Array } | undefined> {
  const stream = await storage.open(bucket, name);
  if (stream === undefined) return undefined;
  const bytes = await readBytes(stream);
  return { path: `files/${bucket}/${name}.${detectExtension(bytes)}`, bytes };
}

/** Reads the files of the archive, one after another. The page comes last, because it lists the others. */
export async function* readExportFiles(
  person: PersonExport,
  storage: StorageClient,
  details: { readonly organizationName: string; readonly createdAt: string },
): AsyncGenerator<ZippedFile> {
  for (const { table, rows } of person.tables) {
    yield { name: `data/${table}.json`, content: [`${JSON.stringify(rows, null, 2)}\n`] };
  }
  const filePaths: string[] = [];
  for (const storedFile of person.files) {
    const file = await readStoredFile(storage, storedFile);
    if (file === undefined) continue;
    filePaths.push(file.path);
    yield { name: file.path, content: [file.bytes] };
  }
  const page = renderExportPage(person, { ...details, filePaths });
  yield { name: "index.html", content: [page] };
}

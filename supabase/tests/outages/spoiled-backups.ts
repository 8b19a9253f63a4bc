import { appendFile, copyFile, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import {
  getFilePath,
  getTablePath,
  type Manifest,
  manifestFileName,
} from "../../local/backup/manifest.ts";

interface Spoil {
  readonly name: string;
  readonly message: RegExp;
  /** Changes a copy of a backup. */
  readonly spoil: (folder: string, manifest: Manifest) => Promise<unknown>;
}

const MANIFEST = /is damaged, so nothing was restored\. .*manifest\.json isn't as it was written/;
const DAMAGED = /is damaged, so nothing was restored\. Missing or changed: /;
const UNNAMED = /files that manifest\.json doesn't name, so nothing was restored: /;

const editText = (name: string, pattern: RegExp, replacement: string): Spoil => ({
  name,
  message: MANIFEST,
  spoil: async (folder) => {
    const file = path.join(folder, manifestFileName);
    const text = await readFile(file, "utf8");
    const changed = text.replace(pattern, replacement);
    if (changed === text) throw new Error(`${pattern} isn't in the manifest`);
    await writeFile(file, changed);
  },
});

const findTable = ({ tables }: Manifest, name: string) =>
  tables.find((table) => table.name === name)!;
const eventsFile = (folder: string, manifest: Manifest) =>
  getTablePath(folder, findTable(manifest, "public.events"));

/** Ways to spoil a backup that leave its manifest as it was, or change it without its checksum. */
export const SPOILS: readonly Spoil[] = [
  editText("a digit of a sequence", /("lastValue": ")\d/, "$10"),
  editText("whether a sequence was used", /"isCalled": true/, '"isCalled": false'),
  editText("the number of a table's rows", /"rowCount": 8/, '"rowCount": 7'),
  editText("a digit of a fingerprint", /("fingerprint": "-?)\d/, "$10"),
  editText("a file's type", /image\/webp/, "text/html"),
  editText("a file's place", /"bucket": "uploads"/, '"bucket": "images"'),
  editText("a table's checksum", /("sha256": ")\w/, "$1"),
  editText("the day it was taken", /("takenAt": ")20/, "$119"),
  editText("the last lines of its manifest", /,\s+"deletedFileCount": \d+/, ""),
  editText("half of its manifest", /"sequences"[^]*$/, ""),
  {
    name: "a table, with its entry",
    message: MANIFEST,
    spoil: async (folder, manifest) => {
      const { tables } = manifest;
      await rm(eventsFile(folder, manifest));
      const others = tables.filter(({ name }) => name !== "public.events");
      const text = JSON.stringify({ ...manifest, tables: others });
      await writeFile(path.join(folder, manifestFileName), text);
    },
  },
  {
    name: "a row",
    message: DAMAGED,
    spoil: (folder, manifest) => appendFile(eventsFile(folder, manifest), "x"),
  },
  {
    name: "half of a table",
    message: DAMAGED,
    spoil: async (folder, manifest) => {
      const file = eventsFile(folder, manifest);
      const content = await readFile(file);
      await writeFile(file, content.subarray(0, content.length / 2));
    },
  },
  {
    name: "which table is which",
    message: DAMAGED,
    spoil: async (folder, manifest) => {
      const [one, other] = [
        eventsFile(folder, manifest),
        getTablePath(folder, manifest.tables[0]!),
      ];
      await copyFile(one, `${folder}-other`);
      await rename(other, one);
      await rename(`${folder}-other`, other);
    },
  },
  {
    name: "a picture",
    message: DAMAGED,
    spoil: (folder, { files }) => appendFile(getFilePath(folder, files[0]!), "x"),
  },
  {
    name: "the whereabouts of a picture",
    message: DAMAGED,
    spoil: (folder, { files }) => rm(getFilePath(folder, files[0]!)),
  },
  ...["tables/public.extra.copy", `files/${"0".repeat(64)}`, "notes.txt"].map((name): Spoil => ({
    name: `its tidiness, with ${name}`,
    message: UNNAMED,
    spoil: (folder) => writeFile(path.join(folder, name), ""),
  })),
  {
    name: "a table, with a link to another file",
    message: UNNAMED,
    spoil: async (folder, manifest) => {
      const file = eventsFile(folder, manifest);
      await rename(file, `${folder}-linked`);
      await symlink(`${folder}-linked`, file);
    },
  },
];

interface ManifestSpoil {
  readonly name: string;
  readonly message: RegExp;
  readonly change: (manifest: Manifest, folder: string) => unknown;
}

const withoutEvents = <Item extends { readonly name: string }>(items: readonly Item[]) =>
  items.filter(({ name }) => name !== "public.events");

/** Ways to spoil a backup by someone who also computes its checksum again, found before anything is stored. */
export const SEALED_SPOILS: readonly ManifestSpoil[] = [
  {
    name: "a table is missing",
    message: /lacks these tables: public\.events/,
    change: async (manifest, folder) => {
      await rm(eventsFile(folder, manifest));
      manifest.tables = withoutEvents(manifest.tables);
    },
  },
  {
    name: "a table is there twice",
    message: /has one of its tables twice/,
    change: ({ tables }) => tables.push(tables[0]!),
  },
  {
    name: "a column is missing",
    message: /doesn't have the columns of public\.events/,
    change: (manifest) => findTable(manifest, "public.events").columns.pop(),
  },
  {
    name: "a sequence is missing",
    message: /lacks these sequences: public\.\w+/,
    change: ({ sequences }) => sequences.pop(),
  },
  {
    name: "there is a sequence too many",
    message: /has sequences that the migrations don't create: public\.other_id_seq/,
    change: ({ sequences }) =>
      sequences.push({ name: "public.other_id_seq", lastValue: "1", isCalled: false }),
  },
];

/** Ways that show only once the rows are there. */
export const STORED_SPOILS: readonly ManifestSpoil[] = [
  {
    name: "a sequence is behind its table",
    message: /public\.audit_log_id_seq would number new rows like rows that exist/,
    change: ({ sequences }) => {
      sequences.find(({ name }) => name === "public.audit_log_id_seq")!.lastValue = "2";
    },
  },
  {
    name: "a fingerprint differs",
    message: /public\.events isn't the same as in the backup/,
    change: (manifest) => {
      findTable(manifest, "public.events").fingerprint = "1";
    },
  },
];

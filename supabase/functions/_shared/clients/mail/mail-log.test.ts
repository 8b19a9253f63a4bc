import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { createLogTransport } from "./mail-log.ts";

const mail = {
  key: "5d1f0c53-8a77-4b0e-9c55-1f2a6f0d7a01.0",
  kind: "../../Gift Link",
  from: { name: "Lamplight", address: "hello@example.org" },
  replyTo: "hello@example.org",
  to: { name: "Rosalind <Achterberg>", address: "rosalind@example.com" },
  subject: "For Rosalind",
  html: "<html><head></head><body><p>Hello Rosalind, token=secret</p></body></html>",
  text: "Hello Rosalind, token=secret",
};

let folder: string | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  if (folder !== undefined) await rm(folder, { recursive: true });
  folder = undefined;
});

it("the log transport saves emails in files that only their owner can read, and logs no personal data or tokens", async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mails-"));
  const infoSpy = vi.spyOn(console, "info").mockImplementation(() => undefined);
  await createLogTransport({ MAIL_FOLDER: path.join(folder, "mails") })(mail);
  const [fileName = "", ...otherNames] = await readdir(path.join(folder, "mails"));
  expect(otherNames).toEqual([]);
  expect(fileName).toMatch(/^-gift-link-[\w-]+\.html$/);
  const filePath = path.join(folder, "mails", fileName);
  expect((await stat(filePath)).mode & 0o777).toBe(0o600);
  const page = await readFile(filePath, "utf8");
  expect(page).toContain("<p>Hello Rosalind, token=secret</p>");
  expect(page).toContain(`"default-src 'none'; img-src http: https:; style-src`);
  expect(page).toContain("To: Rosalind &lt;Achterberg> &lt;rosalind@example.com>");
  expect(infoSpy.mock.calls).toEqual([[`Email "${mail.kind}": ${filePath}`]]);
});

it("the log transport saves nothing if no folder is configured", async () => {
  const infoSpy = vi.spyOn(console, "info").mockImplementation(() => undefined);
  await createLogTransport({ MAIL_FOLDER: undefined })(mail);
  expect(infoSpy.mock.calls).toEqual([[`Email "${mail.kind}"`]]);
});

import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { logTransport } from "./mail-log.ts";

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

it("saves emails readable by the developer only, and logs no personal data or tokens", async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mails-"));
  const lines = vi.spyOn(console, "info").mockImplementation(() => undefined);
  await logTransport({ MAIL_FOLDER: path.join(folder, "mails") })(mail);
  const [name = "", ...others] = await readdir(path.join(folder, "mails"));
  expect(others).toEqual([]);
  expect(name).toMatch(/^-gift-link-[\w-]+\.html$/);
  const file = path.join(folder, "mails", name);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  const page = await readFile(file, "utf8");
  expect(page).toContain("<p>Hello Rosalind, token=secret</p>");
  expect(page).toContain(`"default-src 'none'; style-src`);
  expect(page).toContain("To: Rosalind &lt;Achterberg> &lt;rosalind@example.com>");
  expect(lines.mock.calls).toEqual([[`Email "${mail.kind}": ${file}`]]);
});

it("only logs without a folder", async () => {
  const lines = vi.spyOn(console, "info").mockImplementation(() => undefined);
  await logTransport({ MAIL_FOLDER: undefined })(mail);
  expect(lines.mock.calls).toEqual([[`Email "${mail.kind}"`]]);
});

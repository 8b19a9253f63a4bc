import { Editor } from "@tiptap/core";
import { fireEvent, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { fakeApi } from "#testing/fake-api.ts";
import { storeTokens } from "#testing/fake-supabase.ts";
import { fakeUploads } from "#testing/fake-upload.ts";
import { dismissFailure, toasts } from "#ui/messages/toast.ts";
import { createEditorTools } from "../editor-tools.ts";
import type { TextFormat } from "../extensions.ts";
import { TEXT_FORMATS } from "../text-format.ts";
import type { PastedFragment } from "./fragments/fragment.ts";
import { GOOGLE } from "./fragments/google.ts";
import { MAIL } from "./fragments/mail.ts";
import { SHEETS_AND_PAPERS } from "./fragments/sheets-and-papers.ts";
import { WEB_PAGES } from "./fragments/web-pages.ts";
import { WORD_ONLINE } from "./fragments/word-online.ts";
import { WORD } from "./fragments/word.ts";

const FRAGMENTS = [WORD, WORD_ONLINE, GOOGLE, MAIL, SHEETS_AND_PAPERS, WEB_PAGES].flat();

/** A server that stores every picture as soon as it is asked. */
const acceptUploads = () => {
  storeTokens("admin");
  let storedCount = 0;
  fakeApi({
    "POST /api/objects/upload": { body: { uploadURL: "https://storage.test/1" } },
    "POST /api/normalize-object-path": () => {
      storedCount += 1;
      return { body: { objectPath: `/images/site/${storedCount}` } };
    },
  });
  const puts = fakeUploads();
  return (uploadingCount: () => number) => {
    storedCount = 0;
    return waitFor(() => {
      for (const put of puts.splice(0)) put.respond(200);
      expect(uploadingCount()).toBe(0);
    });
  };
};

/** Returns a function that pastes into an empty editor as browsers do, and says what stands in it then. */
const openEditor = (format: TextFormat) => {
  const { extensions, uploads } = createEditorTools(format);
  const editor = new Editor({
    element: document.createElement("div"),
    extensions: [...extensions],
  });
  onTestFinished(() => editor.destroy());
  const finishUploads = acceptUploads();
  const getUploadingCount = () => uploads.get().uploadingCount;
  return async ({ html, rtf = "" }: PastedFragment) => {
    dismissFailure();
    editor.commands.clearContent();
    const data: Readonly<Record<string, string>> = { "text/html": html, "text/rtf": rtf };
    const getData = (type: string) => data[type] ?? "";
    fireEvent.paste(editor.view.dom, { clipboardData: { files: [], getData } });
    if (getUploadingCount() > 0) await finishUploads(getUploadingCount);
    const toast = toasts.current();
    return {
      text: TEXT_FORMATS[format].write(editor.state.doc),
      notice: toast?.open ? toast.description : undefined,
    };
  };
};

test("threat 25: what 64 fragments of office programs, mail programs and web pages leave in a post", async () => {
  expect(FRAGMENTS).toHaveLength(64);
  const paste = openEditor("markdown");
  const pasted: unknown[] = [];
  for (const fragment of FRAGMENTS) {
    const { text, notice } = await paste(fragment);
    pasted.push({ name: fragment.name, markdown: text, notice });
  }
  expect(pasted).toEqual(
    FRAGMENTS.map(({ name, markdown, notice }) => ({ name, markdown, notice })),
  );
});

test("threat 25: all of them together leave no styles, scripts, markers or wrapped links in a legal document", async () => {
  const html = FRAGMENTS.map((fragment) => fragment.html).join("");
  const { text, notice } = await openEditor("html")({
    name: "all",
    origin: "file",
    html,
    markdown: "",
  });
  expect(notice).toMatch(
    / 2 videos or other embedded parts were left out\. 2 comments were left out\.$/,
  );
  expect(text).toContain('<ol start="4"><li>Seal</li><li>Label</li><li>Mail</li></ol>');
  expect(text).toContain("<p>Thank <u>you</u></p>");
  const leftovers =
    /style=|class=|target=|rel=|<script|onclick|mso-|safelinks|ann\.smith|file:|cid:|\p{Co}|\p{Cn}/gu;
  expect(text.match(leftovers) ?? []).toEqual([]);
});

test("an email's buttons keep their look when they are copied, and other classes are removed", async () => {
  const html =
    '<p class="MsoNormal"><a class="button" href="https://example.org/">Give</a> <a class="x-btn" href="{{siteUrl}}/donate">Now</a></p>';
  const { text } = await openEditor("mail")({
    name: "button",
    origin: "memory",
    html,
    markdown: "",
  });
  expect(text).toBe(
    '<p><a class="button" href="https://example.org/">Give</a> <a href="{{siteUrl}}/donate">Now</a></p>',
  );
});

test("pasted headings keep the levels that the text can have", async () => {
  const headings: PastedFragment = {
    name: "headings",
    origin: "memory",
    html: "<h1>1</h1><h3>3</h3><h4>4</h4><h6>6</h6>",
    markdown: "## 1\n\n### 3\n\n### 4\n\n### 6",
  };
  expect((await openEditor("markdown")(headings)).text).toBe(headings.markdown);
  expect((await openEditor("html")(headings)).text).toBe(
    "<h2>1</h2>\n<h3>3</h3>\n<h4>4</h4>\n<h4>6</h4>",
  );
  expect((await openEditor("mail")(headings)).text).toBe(
    "<h1>1</h1>\n<h3>3</h3>\n<h4>4</h4>\n<h4>6</h4>",
  );
});

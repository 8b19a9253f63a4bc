import { act, screen, waitFor } from "@testing-library/react";
import type { Editor } from "@tiptap/core";
import { useEffect } from "react";
import { FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import { expect, test } from "vitest";
import { renderInApp } from "../../testing/render-app.tsx";
import { FormRichText } from "./form-rich-text.tsx";

const open = (content: string, format: "markdown" | "html" = "markdown") => {
  let write: (text: string) => void = () => undefined;
  const Held = () => {
    const { setValue, formState } = useFormContext();
    useEffect(() => {
      write = (text) => setValue("content", text, { shouldDirty: true });
    });
    const value: unknown = useWatch({ name: "content" });
    return (
      <>
        <output aria-label="held">{JSON.stringify(value)}</output>
        <output aria-label="dirty">{String(formState.isDirty)}</output>
      </>
    );
  };
  const Form = () => {
    const form = useForm({ defaultValues: { content } });
    return (
      <FormProvider {...form}>
        <FormRichText name="content" label="Content" format={format} />
        <Held />
      </FormProvider>
    );
  };
  const view = renderInApp(<Form />);
  const box = () => screen.findByRole("textbox", { name: "Content" });
  const editor = async () => {
    const element = (await box()) as HTMLElement & { editor?: Editor };
    await waitFor(() => expect(element.editor).toBeTruthy());
    return element.editor as Editor;
  };
  return {
    ...view,
    box,
    change: async (change: (editor: Editor) => void) => {
      const found = await editor();
      act(() => change(found));
    },
    write: (text: string) => act(() => write(text)),
    held: () => JSON.parse(screen.getByLabelText("held").textContent) as string,
    isDirty: () => screen.getByLabelText("dirty").textContent === "true",
  };
};

const POST = "Thank you,\n**all** of you.\n\n* one\n* two";

test("ABLOG-04: what is stored is shown as the site shows it, and the source in twelve rows, as often as one likes", async () => {
  const { box, held, isDirty, user } = open(POST);
  const page = await box();
  await waitFor(() => expect(page.querySelectorAll("li")).toHaveLength(2));
  expect(page.querySelector("strong")?.textContent).toBe("all");
  await user.click(screen.getByRole("button", { name: "Edit the Markdown" }));
  const source = screen.getByLabelText<HTMLTextAreaElement>(/^Content/);
  expect(source.rows).toBe(12);
  expect(source.value).toBe(POST);
  await user.click(screen.getByRole("button", { name: "Edit as it will look" }));
  await waitFor(async () => expect((await box()).querySelectorAll("li")).toHaveLength(2));
  expect(held()).toBe(POST);
  expect(isDirty()).toBe(false);
});

test("a change is written as Markdown, and taken back leaves the text as it was", async () => {
  const { change, held, isDirty } = open(POST);
  await change((editor) => editor.commands.insertContentAt(1, "Dear friends: "));
  await waitFor(() =>
    expect(held()).toBe("Dear friends: Thank you,\n**all** of you.\n\n- one\n- two"),
  );
  await change((editor) => editor.commands.undo());
  await waitFor(() => expect(held()).toBe(POST));
  expect(isDirty()).toBe(false);
});

test("what somebody else writes into the field is shown, and can be taken back", async () => {
  const { box, change, held, write } = open("Mine");
  await waitFor(async () => expect((await box()).textContent).toBe("Mine"));
  write("## Made\n\nby a machine");
  await waitFor(async () => expect((await box()).querySelector("h2")?.textContent).toBe("Made"));
  expect(held()).toBe("## Made\n\nby a machine");
  await change((editor) => editor.commands.undo());
  await waitFor(() => expect(held()).toBe("Mine"));
});

test("a text that the editor would change is shown as it is written", async () => {
  const odd = "``` ```\naaa";
  const { held } = open(odd);
  expect(await screen.findByText(/would change/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>(/^Content/).value).toBe(odd);
  expect(held()).toBe(odd);
});

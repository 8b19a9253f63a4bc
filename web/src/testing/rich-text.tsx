import { act, screen, waitFor } from "@testing-library/react";
import type { Editor } from "@tiptap/core";
import { useEffect } from "react";
import { FormProvider, useForm, useFormContext, useWatch } from "react-hook-form";
import { expect } from "vitest";
import type { TextFormat } from "../kit/rich-text/extensions.ts";
import { FormRichText } from "../kit/rich-text/form-rich-text.tsx";
import { renderInApp } from "./render-app.tsx";
// Loads the editor's chunk before the tests, so that no test waits for it.
import "../kit/rich-text/rich-text-editor.tsx";

/**
 * Renders a form with one rich text field. Returns the field's value and the editor itself, because jsdom doesn't
 * support typing into it.
 */
export const openRichText = (content: string, format: TextFormat = "markdown") => {
  let setContent: (text: string) => void = () => undefined;
  const EditorValue = () => {
    const { setValue, formState } = useFormContext();
    useEffect(() => {
      setContent = (text) => setValue("content", text, { shouldDirty: true });
    });
    const value: unknown = useWatch({ name: "content" });
    return (
      <>
        <output aria-label="field value">{JSON.stringify(value)}</output>
        <output aria-label="dirty">{String(formState.isDirty)}</output>
      </>
    );
  };
  const Form = () => {
    const form = useForm({ defaultValues: { content } });
    return (
      <FormProvider {...form}>
        <FormRichText<{ content: string }> name="content" label="Content" format={format} />
        <EditorValue />
      </FormProvider>
    );
  };
  const view = renderInApp(<Form />);
  const findTextbox = () => screen.findByRole("textbox", { name: "Content" });
  const loadEditor = async () => {
    const element = (await findTextbox()) as HTMLElement & { editor?: Editor };
    await waitFor(() => expect(element.editor).toBeTruthy());
    return element.editor as Editor;
  };
  return {
    ...view,
    findTextbox,
    loadEditor,
    change: async (applyChange: (editor: Editor) => void) => {
      const loadedEditor = await loadEditor();
      act(() => applyChange(loadedEditor));
    },
    setFieldValue: (text: string) => act(() => setContent(text)),
    fieldValue: () => JSON.parse(screen.getByLabelText("field value").textContent) as string,
    isDirty: () => screen.getByLabelText("dirty").textContent === "true",
  };
};

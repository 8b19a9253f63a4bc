import { render, screen } from "@testing-library/react";
import { useLayoutEffect, type ReactNode } from "react";
import { useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { readDraft, saveDraft } from "#lib/drafts/drafts.ts";
import { useRecordDraft } from "./record-draft.ts";

const draft = { owner: "dana", form: "location:1" };
const values = { name: "Readiness Center", city: "Killeen" };

/** Runs `onPaint` at the last moment before React hands the page to the browser. */
const Page = ({ onPaint, children }: { onPaint: () => void; children: ReactNode }) => {
  useLayoutEffect(onPaint, [onPaint]);
  return children;
};

const Form = () => {
  const form = useForm({ defaultValues: values });
  useRecordDraft(form as never, draft, { version: undefined, values, savedValues: null });
  return (
    <form>
      <input aria-label="City" {...form.register("city")} />
      <button type="button" onClick={() => form.setValue("name", "Annex", { shouldDirty: true })}>
        Rename
      </button>
      <output>{form.formState.isDirty ? "changed" : "unchanged"}</output>
    </form>
  );
};

test("a restored draft is in the form before it is painted, and what is typed at once is stored with it", async () => {
  saveDraft(draft, { city: "Belton" });
  const painted: string[] = [];
  const onPaint = () => {
    painted.push(screen.getByLabelText<HTMLInputElement>("City").value);
    screen.getByRole("button", { name: "Rename" }).click();
  };
  render(
    <Page onPaint={onPaint}>
      <Form />
    </Page>,
  );
  expect(painted).toEqual(["Belton"]);
  expect(await screen.findByText("changed")).toBeTruthy();
  expect(readDraft(draft)).toEqual({ name: "Annex", city: "Belton" });
});

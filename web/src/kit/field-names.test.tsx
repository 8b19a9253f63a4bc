import { describe, expectTypeOf, test } from "vitest";
import { z } from "zod";
import { siteImage } from "../data/uploads/mutations.ts";
import {
  FormArea,
  FormCheck,
  FormPassword,
  FormSelect,
  FormText,
  type FieldName,
} from "./forms/form-fields.tsx";
import { FormNumber } from "./forms/form-number.tsx";
import { FormList } from "./forms/form-list.tsx";
import { FormNote } from "./forms/form-note.tsx";
import { FormPlaceWarning } from "./forms/form-place-warning.tsx";
import { FormSelectOrText } from "./forms/form-select-or-text.tsx";
import { FormUpload } from "./forms/form-upload.tsx";
import { FormWhen } from "./forms/form-when.tsx";
import { GenerateButton } from "./forms/generate-button.tsx";

const schema = z.strictObject({
  title: z.string(),
  notes: z.string().nullable().optional(),
  levels: z.array(z.strictObject({ amount: z.number() })),
});
type Input = z.input<typeof schema>;

const listProps = { legend: "Levels", noun: "level", max: 2, emptyEntry: {} };
const uploadProps = { label: "Picture", kind: siteImage, hint: "" };
const otherProps = { label: "Title", options: {}, otherOption: "Other", otherLabel: "Other" };

// `tsc` runs these checks: it reports an error if a line below a `@ts-expect-error` compiles.
describe("a form field's name", () => {
  test("is a field of the form's schema", () => {
    expectTypeOf<FieldName<Input>>().toEqualTypeOf<
      "title" | "notes" | "levels" | `levels.${number}` | `levels.${number}.amount`
    >();
    expectTypeOf(
      <>
        <FormText<Input> name="title" label="Title" />
        <FormList<Input>
          {...listProps}
          name="levels"
          renderFields={(level) => <FormNumber<Input> name={`${level}.amount`} label="Amount" />}
        />
      </>,
    ).toBeObject();
  });

  test("may be in either schema of a form for new and existing records", () => {
    expectTypeOf<FieldName<{ added: string } | { saved: string }>>().toEqualTypeOf<
      "added" | "saved"
    >();
  });

  test("doesn't compile if it is misspelled", () => {
    expectTypeOf(
      <>
        {/* @ts-expect-error misspelled */}
        <FormText<Input> name="tilte" label="Title" />
        {/* @ts-expect-error misspelled */}
        <FormPassword<Input> name="tilte" label="Title" autoComplete="new-password" />
        {/* @ts-expect-error misspelled */}
        <FormNumber<Input> name="levels.0.amuont" label="Amount" />
        {/* @ts-expect-error misspelled */}
        <FormArea<Input> name="tilte" label="Title" />
        {/* @ts-expect-error misspelled */}
        <FormSelect<Input> name="tilte" label="Title" options={[]} />
        {/* @ts-expect-error misspelled */}
        <FormCheck<Input> name="tilte" label="Title" />
        {/* @ts-expect-error misspelled */}
        <FormSelectOrText<Input> {...otherProps} name="tilte" />
        {/* @ts-expect-error misspelled */}
        <FormUpload<Input> {...uploadProps} name="tilte" />
        {/* @ts-expect-error misspelled */}
        <FormUpload<Input> {...uploadProps} name="title" altField="ntoes" />
        {/* @ts-expect-error misspelled */}
        <FormUpload<Input> {...uploadProps} name="title" nameField="ntoes" />
        {/* @ts-expect-error misspelled */}
        <FormWhen<Input> name="ntoes" isVisible={() => true}>
          {null}
        </FormWhen>
        {/* @ts-expect-error misspelled */}
        <FormList<Input> {...listProps} name="leevls" renderFields={() => null} />
        {/* @ts-expect-error not a list */}
        <FormList<Input> {...listProps} name="title" renderFields={() => null} />
        {/* @ts-expect-error misspelled */}
        <FormPlaceWarning<Input> names={["title", "ntoes"]} />
        {/* @ts-expect-error misspelled */}
        <FormNote<Input>>{({ tilte }) => String(tilte)}</FormNote>
        {/* @ts-expect-error misspelled */}
        <GenerateButton<Input> generator="blogPost" name="ntoes" subjectField="title" />
        {/* @ts-expect-error misspelled */}
        <GenerateButton<Input> generator="blogPost" name="notes" subjectField="tilte" />
        {/* @ts-expect-error misspelled */}
        <GenerateButton<Input> generator="blogPost" name="notes" clearedFields={["tilte"]} />
      </>,
    ).toBeObject();
  });

  test("doesn't compile without the type of the form's values", () => {
    expectTypeOf(
      <>
        {/* @ts-expect-error no form */}
        <FormText name="title" label="Title" />
        {/* @ts-expect-error no form */}
        <FormUpload {...uploadProps} name="title" />
        {/* @ts-expect-error no form */}
        <FormList {...listProps} name="levels" renderFields={() => null} />
      </>,
    ).toBeObject();
  });
});

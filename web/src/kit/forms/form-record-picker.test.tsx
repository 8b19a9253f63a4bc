import { screen } from "@testing-library/react";
import { FormProvider, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { type DonorChoice, donorChoices } from "#data/donors/resource.ts";
import { aDonorChoice } from "#testing/donor-builders.ts";
import { fakeApi, pagesOf } from "#testing/fake-api.ts";
import { storeTokens } from "#testing/fake-supabase.ts";
import { renderInApp } from "#testing/render-app.tsx";
import { FormText } from "./form-fields.tsx";
import { FormRecordPicker } from "./form-record-picker.tsx";

interface TestValues {
  readonly donorId: string | null;
  readonly note: string;
}

const ann = aDonorChoice();

const TestForm = () => {
  const form = useForm({ defaultValues: { donorId: null, note: "" } });
  return (
    <FormProvider {...form}>
      <form>
        <FormRecordPicker<TestValues, DonorChoice>
          name="donorId"
          nextField="note"
          noun="donor"
          label="Donor"
          placeholder="Type a name"
          resource={donorChoices}
          getLabel={({ firstName }) => firstName}
          getDetail={({ email }) => email}
          renderChosen={(id) => <p>Chosen: {id}</p>}
        />
        <FormText<TestValues> name="note" label="Note" />
      </form>
    </FormProvider>
  );
};

test("without fields for a new record, users can choose only existing records", async () => {
  storeTokens("admin");
  fakeApi({
    "GET /api/donors": (call) => pagesOf(call.url.includes("search=ann") ? [ann] : [])(call),
  });
  const { user } = renderInApp(<TestForm />);
  const search = screen.getByRole("combobox", { name: "Donor" });
  await user.type(search, "zoe");
  expect(await screen.findByText("No donor matches.")).toBeTruthy();
  expect(screen.queryByRole("option")).toBeNull();
  await user.clear(search);
  await user.type(search, "ann");
  await screen.findByRole("option", { name: /Ann/ });
  await user.keyboard("{Enter}");
  expect(screen.getByText(`Chosen: ${ann.id}`)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Note/));

  await user.click(screen.getByRole("button", { name: "Choose another donor" }));
  expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Donor" }).value).toBe("");
});

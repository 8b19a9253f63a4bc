import type { z } from "zod";
import { aboutSectionInput } from "#contracts/section-content.ts";
import { aboutSection } from "#data/section-content/mutations.ts";
import { missionImage } from "#data/uploads/mutations.ts";
import { FormArea, FormText } from "#kit/forms/form-fields.tsx";
import { FormUpload } from "#kit/forms/form-upload.tsx";
import { ContentForm } from "./content-form.tsx";
import { useMissionItems, useMoveMissionItem } from "#data/about-items/resource.ts";
import { MissionItemEditor } from "./mission-item-editor.tsx";
import { MissionItemEntry } from "./mission-item-entry.tsx";
import { MISSION_ITEM_FAILURES } from "./mission-item-failures.ts";
import { OrderedRecords } from "./ordered-records.tsx";

const MissionItems = () => (
  <OrderedRecords
    title="Mission Items"
    panelName="about"
    noun="mission item"
    query={useMissionItems()}
    move={useMoveMissionItem()}
    failure={MISSION_ITEM_FAILURES.update}
    nameOf={({ title }) => title}
    hiddenSwitchLabel="Show Deleted"
    Editor={MissionItemEditor}
    renderEntry={(item, actions) => <MissionItemEntry item={item} {...actions} />}
  />
);

type AboutInput = z.input<typeof aboutSectionInput>;

export const AboutSection = () => (
  <>
    <ContentForm
      noun="about section"
      record={aboutSection}
      schema={aboutSectionInput}
      fixedValues={{ section: "about" }}
      failure={{
        title: "Update Error",
        fallback: "Failed to update about section. Please try again.",
      }}
    >
      <FormText<AboutInput> name="header" label="Header" className="sm:col-span-2" />
      <FormArea<AboutInput> name="content" label="Text" rows={4} className="sm:col-span-2" />
      <FormUpload<AboutInput>
        name="imageUrl"
        label="Picture"
        kind={missionImage}
        hint="Recommended size: 800x400 pixels, up to 10 MB. The page crops the sides a little."
      />
    </ContentForm>
    <MissionItems />
  </>
);
